type Paged = { pagination: { page: number; total_pages: number } };
type PageInput = { query?: { page?: number | undefined } | undefined };

/**
 * Every page of a list, one after the other.
 *
 * @example for await (const { reviews } of pages(client.listReviews)) …
 */
export async function* pages<I extends PageInput, R extends Paged>(
  call: (input: I) => Promise<R>,
  input: I = {} as I,
): AsyncGenerator<R> {
  for (let page = input.query?.page ?? 1; ; page += 1) {
    const reply = await call({ ...input, query: { ...input.query, page } });
    yield reply;
    if (page >= reply.pagination.total_pages) return;
  }
}
