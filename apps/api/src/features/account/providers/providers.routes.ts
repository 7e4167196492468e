import { msg } from '@lingui/core/runtime-macro';
import {
  finishProviderSignIn as finishCall,
  type Provider,
  provider as providerName,
  startProviderSignIn as startCall,
  unlinkProvider,
} from '@quorate/contract/providers';
import type { SignedIn } from '@quorate/contract/session';
import type { FastifyRequest } from 'fastify';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { AppError } from '../../../http/app-error.ts';
import { addressGroup } from '../../../http/client-address.ts';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst, perHour, type RateLimit } from '../../../http/rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';
import { issueChallenge, takeChallenge } from '../challenges.ts';
import { hasSecondFactor } from '../second-factors/second-factors.queries.ts';
import { beginSecondStep } from '../second-factors/second-step.ts';
import { hashToken } from '../secrets.ts';
import { noteAndNotify } from '../security/events.ts';
import { takeWayIn } from '../security/ways-in.ts';
import { type Origin, openSession } from '../sessions/open-session.ts';
import { apartIfKnown, browserHashOf, rememberBrowser } from '../sign-in/known-browsers.ts';
import { originOf } from '../sign-in/origin.ts';
import {
  EmailUnverifiedError,
  type Handshake,
  PROVIDER_NAMES,
  ProviderRefusedError,
  ProviderUnreachableError,
} from './provider.ts';
import { bindPerson, settleAccount, unlinkPerson } from './settle-account.ts';

export function registerProviders(route: Route, deps: AccountDeps): void {
  const limit = deps.limits.providerSignIns;
  const starts = perHour('provider-start', limit, signInsWords);
  const finishes = perHour('provider-finish', limit, signInsWords);
  const count = async (what: RateLimit, request: FastifyRequest) => {
    const apart = await apartIfKnown(deps, browserHashOf(request));
    await countAgainst(deps, what, addressGroup(request.ip), apart);
  };

  route(startCall, async ({ params }, { request }) => {
    await count(starts, request);
    const name = params.provider;
    const provider = expectProvider(deps, name);
    return toldOf(name, async () => {
      const handshake = await beginHandshake(deps, name);
      const { href: url } = await provider.authorizationUrl(handshake);
      return { success: true, url, state: handshake.state };
    });
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

  // One that never signed the account in is none already.
  route(unlinkProvider, async ({ params: { provider } }, { user, request, i18n }) => {
    const name = PROVIDER_NAMES[provider];
    await deps.db.transaction().execute(async (tx) => {
      const email = await takeWayIn(tx, user.id, () => unlinkPerson(tx, user.id, provider));
      if (email === undefined) return;
      await noteAndNotify({ ...deps, db: tx }, user, {
        kind: 'provider_unlinked',
        about: name,
        address: request.ip,
        subject: msg`${{ provider: name }} was unlinked from your account`,
        what: msg`Your account can no longer be signed in to with ${{ provider: name }} (${{ email }}).`,
      });
    });
    return { success: true, message: i18n.t(msg`${{ provider: name }} no longer signs you in.`) };
  });
}

const signInsWords = (limit: number) => msg`${{ limit }} sign-ins with a provider an hour`;

/**
 * Signs somebody in with what their provider sent back.
 *
 * @throws AppError challenge_over, provider_off, provider_refused, provider_email_unverified,
 * provider_unreachable, or second_factor_needed with the challenge of the next step
 */
async function finishProviderSignIn(
  deps: AccountDeps,
  input: { state: string; code: string },
  origin: Origin,
): Promise<SignedIn> {
  const begun = await endHandshake(deps, input.state);
  if (!begun) throw new AppError('challenge_over');
  const { provider: name, handshake } = begun;
  const provider = expectProvider(deps, name);
  return toldOf(name, async () => {
    const identity = await provider.identify(input.code, handshake);
    const done = await deps.db
      .transaction()
      .execute((tx) => enter({ ...deps, db: tx }, { ...identity, provider: name }, origin));
    if (done.kind === 'in') return done.signedIn;
    throw new AppError('second_factor_needed', { details: { challenge: done.challenge } });
  });
}

type Person = Parameters<typeof settleAccount>[1];
type Entered = { kind: 'in'; signedIn: SignedIn } | { kind: 'code'; challenge: string };

async function enter(deps: AccountDeps, person: Person, origin: Origin): Promise<Entered> {
  const { account, link } = await settleAccount(deps, person, origin.locale);
  const { provider, subject } = person;
  if (await hasSecondFactor(deps.db, account.id)) {
    // Bound only once the code was given: until then nobody has shown to be the owner.
    const waiting = link ? { provider, subject, email: link.email } : undefined;
    return {
      kind: 'code',
      challenge: await beginSecondStep(deps, account.id, { origin, link: waiting }),
    };
  }
  if (link) await bindPerson(deps, account, { ...link, provider, subject }, origin.address);
  return {
    kind: 'in',
    signedIn: await openSession(deps, account, { ...origin, withFactor: false }),
  };
}

function expectProvider({ providers }: AccountDeps, name: Provider) {
  const provider = providers[name];
  if (provider) return provider;
  throw new AppError('provider_off', { details: { provider: PROVIDER_NAMES[name] } });
}

/** Faults of a provider in the words of the contract. */
async function toldOf<T>(name: Provider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const details = { provider: PROVIDER_NAMES[name] };
    if (cause instanceof ProviderUnreachableError)
      throw new AppError('provider_unreachable', { details, cause });
    if (cause instanceof ProviderRefusedError)
      throw new AppError('provider_refused', { details, cause });
    if (cause instanceof EmailUnverifiedError)
      throw new AppError('provider_email_unverified', { details, cause });
    throw cause;
  }
}

const kept = z.object({ provider: providerName, sealed: z.string() });
const secrets = z.object({ codeVerifier: z.string(), nonce: z.string() });

type HandshakeDeps = Pick<AccountDeps, 'db' | 'clock' | 'sealing'>;

/** Makes what a round trip to a provider is recognised by: the state hashed, the rest sealed. */
async function beginHandshake(deps: HandshakeDeps, provider: Provider): Promise<Handshake> {
  const state = oauth.generateRandomState();
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const nonce = oauth.generateRandomNonce();
  const sealed = deps.sealing.seal(JSON.stringify({ codeVerifier, nonce }), placeOf(state));
  await issueChallenge(deps, 'provider', { token: state, data: { provider, sealed } });
  return { state, codeVerifier, nonce };
}

/** Uses a state up; null when it is unknown, over, or was used before. */
async function endHandshake(
  deps: HandshakeDeps,
  state: string,
): Promise<{ provider: Provider; handshake: Handshake } | null> {
  const row = await takeChallenge(deps, 'provider', state);
  if (!row) return null;
  const { provider, sealed } = kept.parse(row.data);
  const opened: unknown = JSON.parse(deps.sealing.open(sealed, placeOf(state)));
  return { provider, handshake: { state, ...secrets.parse(opened) } };
}

function placeOf(state: string): string {
  return `provider:${hashToken(state)}`;
}
