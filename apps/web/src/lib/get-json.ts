import { LANGUAGE } from '@quorate/ui/language';
import { ApiError } from './api-error.ts';
import { fieldsOf, isText } from './fields.ts';

const TIMEOUT_MS = 10_000;

/**
 * Reads from the service what everybody may read. Public pages call it instead of the API client, which
 * brings a validator and the schemas of all calls; `read` checks by hand what the page shows.
 *
 * @param read the part of the answer the page needs; null when the answer is something else
 * @throws ApiError as the API client does
 * @example const reviews = await getJson('/api/reviews', readReviews, signal);
 */
export async function getJson<T>(
  path: string,
  read: (content: unknown) => T | null,
  signal: AbortSignal,
): Promise<T> {
  const { response, content } = await fetchJson(path, signal);
  const answer = response.ok ? read(content) : null;
  if (answer !== null) return answer;
  const code = response.ok ? 'bad_reply' : (textIn(content, 'code') ?? 'bad_reply');
  // What a broken server or a proxy says is not written for people.
  const sentence = !response.ok && response.status < 500 ? textIn(content, 'message') : null;
  throw new ApiError({ code, status: response.status, sentence });
}

async function fetchJson(path: string, signal: AbortSignal) {
  const clock = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(path, {
      headers: { Accept: 'application/json', 'Accept-Language': LANGUAGE },
      signal: AbortSignal.any([signal, clock]),
    });
    return { response, content: parseJson(await response.text()) };
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiError({ code: clock.aborted ? 'timeout' : 'network' }, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function textIn(content: unknown, name: 'code' | 'message'): string | null {
  const value = fieldsOf(content)?.[name];
  return isText(value) && value !== '' ? value : null;
}
