/** Bytes of an answer that are read: a vote takes two thousand. */
const ANSWER_MAX_BYTES = 1_000_000;

/** An answer that goes on beyond what is read. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
}

/** The provider sends us elsewhere; a key is for the configured address alone. */
export class RedirectedError extends Error {
  override readonly name = 'RedirectedError';
}

/**
 * `fetch` for one provider: calls its origin only, follows no redirect, and breaks an answer off at 1 MB.
 *
 * @throws RedirectedError, and AnswerTooLargeError while the answer is read
 */
export function createProviderFetch(baseUrl: string, inner: typeof fetch): typeof fetch {
  const { origin } = new URL(baseUrl);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) throw new Error(`${url.origin} is not the provider's ${origin}`);
    const response = await inner(url, { ...init, redirect: 'manual' });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new RedirectedError(`the provider answered with a redirect (${response.status})`);
    }
    return withinLimit(response);
  };
}

function withinLimit(response: Response): Response {
  if (!response.body) return response;
  let read = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        // An error ends the source, too: the connection is closed.
        if (read > ANSWER_MAX_BYTES)
          controller.error(new AnswerTooLargeError(`the answer is over ${ANSWER_MAX_BYTES} bytes`));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
}
