import {
  finishProviderSignIn as finishCall,
  startProviderSignIn as startCall,
  unlinkProvider as unlinkCall,
} from '@quorate/contract/providers';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../http/app-error.ts';
import { addressGroup } from '../../../http/client-address.ts';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst, type RateLimit } from '../../../http/rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';
import { apartIfKnown, browserHashOf, rememberBrowser } from '../sign-in/known-browsers.ts';
import { originOf } from '../sign-in/origin.ts';
import { PROVIDER_NAMES } from './provider-settings.ts';
import { finishProviderSignIn, startProviderSignIn, unlinkProvider } from './providers.service.ts';

const HOUR_MS = 3_600_000;

export function registerProviders(route: Route, deps: AccountDeps): void {
  const limit = deps.limits.providerSignIns;
  const words = `${limit} sign-ins with a provider an hour`;
  const starts = { what: 'provider-start', limit, windowMs: HOUR_MS, words };
  const finishes = { what: 'provider-finish', limit, windowMs: HOUR_MS, words };
  const count = async (what: RateLimit, request: FastifyRequest) => {
    const apart = await apartIfKnown(deps, browserHashOf(request));
    await countAgainst(deps, what, addressGroup(request.ip), apart);
  };

  route(startCall, async ({ params }, { request }) => {
    await count(starts, request);
    return { success: true, ...(await startProviderSignIn(deps, params.provider)) };
  });

  route(finishCall, async ({ body }, { request, reply }) => {
    await count(finishes, request);
    try {
      const signedIn = await finishProviderSignIn(deps, body, originOf(request));
      await rememberBrowser(deps, { request, reply }, signedIn);
      return signedIn;
    } catch (error) {
      // A wrong client secret looks like this, and only the operator can mend it.
      if (error instanceof AppError && error.code === 'provider_refused')
        request.log.warn({ err: error }, error.code);
      throw error;
    }
  });

  route(unlinkCall, async ({ params }, { user, request }) => {
    await unlinkProvider(deps, user, params.provider, request.ip);
    const message = `${PROVIDER_NAMES[params.provider]} no longer signs you in.`;
    return { success: true, message };
  });
}
