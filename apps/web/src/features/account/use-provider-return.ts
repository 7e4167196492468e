import { t } from '@lingui/core/macro';
import type { Provider } from '@quorate/contract/providers';
import { useEffect, useRef, useState } from 'react';
import { PROVIDER_NAMES } from '../../lib/configured-providers.ts';
import { errorText } from '../../lib/error-text.ts';
import { takeStartedSignIn } from '../../lib/provider-sign-in.ts';
import { getSession } from '../../lib/session/session.ts';
import { endServiceSession } from '../../lib/session/sign-out.ts';
import { type Accept, loginWithProvider } from './sign-in.api.ts';

export type ProviderReturn =
  | { state: 'working' }
  | { state: 'code'; challenge: string; confirming: boolean; accept: Accept }
  | { state: 'done'; confirming: boolean }
  | { state: 'failed'; message: string; confirming: boolean };

const NOT_OURS = t`This sign-in was not started in this tab, or was finished before. Please start again.`;

/**
 * Finishes what `goToProvider` began, exactly once.
 *
 * @param address query of the page the provider sent the browser to
 */
export function useProviderReturn(address: URLSearchParams): ProviderReturn {
  const [result, setResult] = useState<ProviderReturn>({ state: 'working' });
  // An effect may run twice for one mount; the code works once.
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void finish(address).then(setResult);
  }, [address]);
  return result;
}

async function finish(address: URLSearchParams): Promise<ProviderReturn> {
  const started = takeStartedSignIn();
  const state = address.get('state');
  if (!started || state === null || state !== started.state) {
    return { state: 'failed', message: NOT_OURS, confirming: started?.confirming != null };
  }
  const confirming = started.confirming !== null;
  const code = address.get('code');
  if (code === null) return { state: 'failed', message: refusedBy(started.provider), confirming };
  const accept: Accept = (reply) =>
    expectUser(started.confirming, reply.user.id, reply.access_token);
  try {
    const outcome = await loginWithProvider(state, code, accept);
    if (outcome.step === 'done') return { state: 'done', confirming };
    return { state: 'code', challenge: outcome.challenge, confirming, accept };
  } catch (error) {
    const message =
      error instanceof OtherUser
        ? t`${PROVIDER_NAMES[started.provider]} signs in another account than this one.`
        : errorText(error, t`Login failed`, t`Login failed. Please try again.`);
    return { state: 'failed', message, confirming };
  }
}

class OtherUser extends Error {}

/** Somebody who proves who they are must be who they were; a stranger's new session is ended at once. */
function expectUser(confirming: string | null, userId: string, newToken: string): void {
  if (confirming === null) return;
  const { token, user } = getSession();
  if (userId === confirming && user?.id === confirming) {
    // The fresh session takes the place of the old one.
    if (token !== null) void endServiceSession(token);
    return;
  }
  void endServiceSession(newToken);
  throw new OtherUser();
}

function refusedBy(provider: Provider): string {
  return t`${PROVIDER_NAMES[provider]} did not confirm the sign-in.`;
}
