import { type Provider, startProviderSignIn } from '@quorate/contract/providers';
import { callApi } from './api-client.ts';
import { keepLanguage } from './kept-language.ts';

const KEY = 'providerSignIn';

/** What this tab remembers while the browser is at the provider. */
export type StartedSignIn = {
  provider: Provider;
  /** Comes back in the address; another one was not started here. */
  state: string;
  /** The user who only proves who they are; null for a sign-in. */
  confirming: string | null;
};

/**
 * Sends the browser to a provider, which sends it back to the callback page.
 *
 * @param confirming id of the signed-in user who proves who they are
 * @throws ApiError when the service cannot start it
 */
export async function goToProvider(
  provider: Provider,
  confirming: string | null = null,
  go: (address: string) => void = (address) => window.location.assign(address),
): Promise<void> {
  const { url, state } = await callApi(
    startProviderSignIn,
    { params: { provider } },
    { plain: true },
  );
  // A page may only be left for the web: any other scheme would run or open something here.
  if (!isSafe(new URL(url))) {
    throw new Error(`the provider's address ${new URL(url).origin} is not safe to go to`);
  }
  // The provider sends the browser back to the plain address.
  keepLanguage();
  sessionStorage.setItem(KEY, JSON.stringify({ provider, state, confirming }));
  go(url);
}

/** What was started in this tab, once: it is forgotten with the reading. */
export function takeStartedSignIn(): StartedSignIn | null {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return text === null ? null : parse(text);
}

function parse(text: string): StartedSignIn | null {
  try {
    const value: unknown = JSON.parse(text);
    return isStarted(value) ? value : null;
  } catch {
    return null;
  }
}

function isStarted(value: unknown): value is StartedSignIn {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'provider' in value &&
    (value.provider === 'google' || value.provider === 'github') &&
    'state' in value &&
    typeof value.state === 'string' &&
    'confirming' in value &&
    (value.confirming === null || typeof value.confirming === 'string')
  );
}

function isSafe({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
