import { observedFetch } from '../../../process/telemetry/provider-calls.ts';
import { ProviderUnreachableError } from './provider-faults.ts';

/** Answers of providers are a few kilobytes. */
const BODY_MAX = 256 * 1024;
const TIMEOUT_MS = 5_000;

type FetchOptions = {
  method: string;
  headers: Record<string, string>;
  body?: URLSearchParams | ArrayBuffer | ReadableStream | Uint8Array | string | null | undefined;
  redirect: 'manual';
};

/**
 * fetch for calls to a provider: the whole answer within 5 s and 256 KiB, or none.
 *
 * @throws ProviderUnreachableError also for a fault of the provider's own (5xx)
 */
export async function boundedFetch(url: string, options: FetchOptions): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { method, headers, redirect, body } = options;
    // Only forms are sent to providers.
    const form = body instanceof URLSearchParams ? { body } : {};
    const told = observedFetch('sign-in', fetch, { about: { host: new URL(url).host } });
    const response = await told(url, { method, headers, redirect, signal, ...form });
    const { status, headers: answered } = response;
    if (status >= 500 || status === 429) {
      await response.body?.cancel();
      throw new ProviderUnreachableError(`${new URL(url).host} answered with status ${status}`);
    }
    // Responses of these statuses have no body to build one with.
    if (status === 204 || status === 304) return new Response(null, { status, headers: answered });
    return new Response(await readWithin(response), { status, headers: answered });
  } catch (cause) {
    if (cause instanceof ProviderUnreachableError) throw cause;
    const why = signal.aborted
      ? `gave no answer within ${TIMEOUT_MS / 1_000} s`
      : 'is out of reach';
    throw new ProviderUnreachableError(`${new URL(url).host} ${why}`, { cause });
  }
}

async function readWithin(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > BODY_MAX)
      throw new ProviderUnreachableError(`the answer is larger than ${BODY_MAX} bytes`);
    parts.push(part);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
