import { toldCall } from './provider-call.ts';

/** Where providers write their own name of a call: Anthropic, OpenAI and most who copy it, others. */
const ID_HEADERS = ['request-id', 'x-request-id', 'x-github-request-id', 'x-goog-request-id'];
const ID_LETTERS_MAX = 100;

/**
 * `fetch` that tells of every call. The path is told, never the query: it holds codes of sign-ins.
 *
 * @param provider whom it calls, in a word
 * @param sendsId whether the call carries our request id
 */
export function toldFetch(
  provider: string,
  inner: typeof fetch,
  { about = {}, sendsId = true }: { about?: Record<string, string>; sendsId?: boolean } = {},
): typeof fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const operation = `${init?.method ?? 'GET'} ${url.pathname}`;
    return toldCall({ provider, operation, about }, async (outgoing, answer) => {
      const headers = sendsId ? { headers: withHeaders(init?.headers, outgoing) } : {};
      const response = await inner(input, { ...init, ...headers });
      answer.status = response.status;
      answer.providerRequestId = providerIdOf(response.headers);
      return response;
    });
  };
}

/** Their own name of the call, as far as it can stand in a log. */
function providerIdOf(headers: Headers): string | null {
  for (const name of ID_HEADERS) {
    const id = headers.get(name);
    if (id) return wellFormedId(id);
  }
  return null;
}

export function wellFormedId(id: unknown): string | null {
  return typeof id === 'string' && /^[\w.:/=+-]+$/.test(id) ? id.slice(0, ID_LETTERS_MAX) : null;
}

function withHeaders(given: RequestInit['headers'], more: Readonly<Record<string, string>>) {
  const headers = new Headers(given);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return Object.fromEntries(headers);
}
