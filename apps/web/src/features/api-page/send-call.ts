import { getSession } from '../../lib/session/session.ts';
import type { Call } from './api-document.ts';
import { addressOf, type Typed } from './request.ts';

/** What came back, as it came. */
export type Answer = Readonly<{
  status: number;
  ms: number;
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  text: string;
}>;

/** More than anybody reads. */
const SHOWN_CHARACTERS = 100_000;
/** An installer has hundreds of megabytes, and a page has to live with what it reads. */
const READ_BYTES = 2_000_000;
const TIMEOUT_MS = 60_000;

/**
 * Sends a call as it was typed: with the pasted token, else with that of the session. A refusal is an
 * answer here, and ends no session.
 *
 * @throws Error when there is no answer
 */
export async function sendCall(
  call: Call,
  typed: Typed,
  { token, file }: { token: string; file: File | null },
): Promise<Answer> {
  const bearer = token.trim() || getSession().token;
  const body = call.body === 'file' ? file : call.body === null ? null : typed.body;
  const startedAt = performance.now();
  const response = await fetch(addressOf(call, typed), {
    method: call.method,
    headers: {
      Accept: 'application/json',
      ...(call.auth === 'none' || !bearer ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(call.body === null
        ? {}
        : {
            'Content-Type': call.body === 'file' ? 'application/octet-stream' : 'application/json',
          }),
    },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await beginningOf(response);
  return {
    status: response.status,
    ms: performance.now() - startedAt,
    headers: [...response.headers].filter(([name]) =>
      /^(content-type|content-disposition|retry-after|x-request-id)$/.test(name),
    ),
    text: readable(text).slice(0, SHOWN_CHARACTERS),
  };
}

async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; reader && bytes < READ_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
