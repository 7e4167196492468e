import * as oauth from 'oauth4webapi';
import { observedFetch } from '../../../process/telemetry/provider-calls.ts';
import type { Handshake, ProviderClient } from './provider.ts';
import { ProviderRefusedError, ProviderUnreachableError } from './provider.ts';

/** Every call to the provider at `address` goes through here; plain HTTP only where the address says so. */
export function requestOptions(address: string) {
  return {
    [oauth.customFetch]: boundedFetch,
    [oauth.allowInsecureRequests]: address.startsWith('http://'),
  };
}

export async function authorizationUrl(
  endpoint: string | undefined,
  from: { client: ProviderClient; redirectUri: string; scope: string; handshake: Handshake },
): Promise<URL> {
  if (!endpoint) throw new ProviderUnreachableError('the provider names no authorization endpoint');
  const url = new URL(endpoint);
  const parameters = {
    client_id: from.client.clientId,
    redirect_uri: from.redirectUri,
    response_type: 'code',
    scope: from.scope,
    state: from.handshake.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(from.handshake.codeVerifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/** Changes a code into the provider's raw answer, which is not checked yet. */
export function exchangeCode(
  server: oauth.AuthorizationServer,
  from: {
    client: ProviderClient;
    redirectUri: string;
    code: string;
    handshake: Handshake;
    address: string;
  },
): Promise<Response> {
  const client = { client_id: from.client.clientId };
  const { state, codeVerifier } = from.handshake;
  // Which provider answers is bound to the state, so that its own word for it (`iss`) is not needed.
  const unnamed = { ...server, authorization_response_iss_parameter_supported: false };
  const returned = new URLSearchParams({ code: from.code, state });
  return oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.ClientSecretPost(from.client.clientSecret),
    oauth.validateAuthResponse(unnamed, client, returned, state),
    from.redirectUri,
    codeVerifier,
    requestOptions(from.address),
  );
}

/**
 * Runs a step of the code flow; whatever the library finds wrong with an answer is a refusal.
 *
 * @throws ProviderRefusedError or what `work` throws of ours
 */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ProviderUnreachableError || cause instanceof ProviderRefusedError)
      throw cause;
    // The library throws these for answers, and a TypeError for a wrong use of it.
    const isAnswer =
      cause instanceof oauth.OperationProcessingError ||
      cause instanceof oauth.ResponseBodyError ||
      cause instanceof oauth.WWWAuthenticateChallengeError ||
      cause instanceof oauth.UnsupportedOperationError ||
      cause instanceof oauth.AuthorizationResponseError;
    if (!isAnswer) throw cause;
    throw new ProviderRefusedError(cause.message, { cause });
  }
}

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
async function boundedFetch(url: string, options: FetchOptions): Promise<Response> {
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
