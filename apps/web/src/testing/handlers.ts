import { vi } from 'vitest';

/** A call as the service would have seen it. */
export type Call = {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  token: string | null;
  contentType: string | null;
};

/** What the service answers: a status and a JSON body, or an exception for no answer at all. */
export type Answer = { status?: number; body: unknown; headers?: Record<string, string> } | Error;
type Handler = Answer | ((call: Call) => Answer | Promise<Answer>);

/**
 * Answers the page's calls. A call without a handler is an error of the test.
 *
 * @param handlers by method and path, such as 'GET /api/reviews'; they may be changed later
 * @returns every call that was made, in order
 */
export function serve(handlers: Record<string, Handler>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = callOf(address, init);
    calls.push(call);
    const handler = handlers[`${call.method} ${call.path}`];
    if (!handler) throw new Error(`the test answers no ${call.method} ${call.path}`);
    const answer = await raceAbort(
      typeof handler === 'function' ? handler(call) : handler,
      init.signal,
    );
    if (answer instanceof Error) throw answer;
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    return new Response(text, {
      status: answer.status ?? 200,
      ...(answer.headers ? { headers: answer.headers } : {}),
    });
  });
  return calls;
}

/** A refusal as the service words it. */
export function refusal(status: number, code: string, message: string, details = {}): Answer {
  return { status, body: { success: false, code, message, error: message, details } };
}

/** A refusal of what stands in one field. */
export function fieldRefusal(field: string, message: string): Answer {
  const code = 'validation_failed';
  const body = { success: false, code, message, error: message, fields: { [field]: message } };
  return { status: 400, body };
}

/** The hint or fault that a field is described by. */
export function noteBeside(field: HTMLElement): string {
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
}

/** A handler that never answers. */
export function silence(): Promise<Answer> {
  return new Promise(() => undefined);
}

function callOf(address: string, init: RequestInit): Call {
  const url = new URL(address, window.location.origin);
  const headers = new Headers(init.headers);
  return {
    method: init.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
    contentType: headers.get('content-type'),
  };
}

function raceAbort<T>(work: T | Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    Promise.resolve(work).then(resolve, reject);
  });
}
