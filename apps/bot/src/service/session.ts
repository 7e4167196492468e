import type { CallInput, Endpoint, Reply } from '@quorate/contract/endpoint';
import type { SessionUser } from '@quorate/contract/session';
import { getEntitlements } from '@quorate/contract/usage';
import { BotFault } from '../bot-fault.ts';
import { callEndpoint } from './call-endpoint.ts';
import type { CallOutcome } from './call-outcome.ts';
import { callUntilAnswered, type PatientDeps, type PatientOutcome } from './call-until-answered.ts';
import type { SavedSignIn, SavedToken } from './saved-sign-in.ts';
import { type Credentials, claimToken, requestToken, unreachableFault } from './sign-in-calls.ts';

export type SessionDeps = PatientDeps & Readonly<{ saved: SavedSignIn }>;

/** A signed-in device. Every call waits for the service as `callUntilAnswered` does. */
export type Session = Readonly<{
  user: SessionUser;
  /**
   * A bot that was ended stays ended, also where it could sign in again: whoever ends it on the dashboard
   * wants no more trades of it.
   *
   * @throws BotFault `signed_out` when the token is refused
   */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<PatientOutcome<Reply<E>>>;
  /** One attempt, for what is soon told again. */
  callOnce<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options: { signal: AbortSignal; prefer?: string },
  ): Promise<CallOutcome<Reply<E>>>;
}>;

/**
 * Signs in as a device: with the token of an earlier run, else with a code from the dashboard, else with
 * the password. The token is kept for the next run.
 *
 * @throws BotFault `usage` when there is nothing to sign in with, `sign_in_refused` with the service's
 * sentence, `signed_out` when the kept token no longer counts, `service_unreachable` after giving up,
 * `interrupted` when waiting was ended
 */
export async function signIn(deps: SessionDeps, credentials: Credentials): Promise<Session> {
  const first = await firstToken({ ...deps, firstCall: true }, credentials);
  if (first === null)
    throw new BotFault('interrupted', 'Interrupted before the service had answered.');
  const { user, token } = first;
  return {
    user,
    async call(endpoint, input) {
      const outcome = await callUntilAnswered(deps, endpoint, input, token);
      if (!isSignedOut(outcome)) return outcome;
      deps.saved.remove();
      throw signedOutFault();
    },
    callOnce: (endpoint, input, options) =>
      callEndpoint({ ...deps.http, ...options }, endpoint, input, token),
  };
}

/** @returns null when waiting was ended */
async function firstToken(deps: SessionDeps, credentials: Credentials): Promise<SavedToken | null> {
  const { code, password } = credentials;
  const kept = deps.saved.read();
  if (kept) {
    const outcome = await callUntilAnswered(deps, getEntitlements, {}, kept.token);
    if (outcome.kind === 'stopped') return null;
    if (outcome.kind === 'gave-up') throw unreachableFault(deps, outcome.reason);
    if (!isSignedOut(outcome)) return kept;
    deps.saved.remove();
    if (code === null && password === null) throw signedOutFault();
    deps.notify('The service has ended the sign-in of the last run; signing in again.');
  }
  const made =
    code === null
      ? await requestToken(deps, credentials)
      : await claimToken(deps, credentials, code);
  if (made) deps.saved.write(made);
  return made;
}

function isSignedOut<R>(
  outcome: PatientOutcome<R>,
): outcome is Extract<PatientOutcome<R>, { kind: 'refused' }> {
  return outcome.kind === 'refused' && outcome.status === 401;
}

/** The service has ended this device's sign-in. */
export function signedOutFault(): BotFault {
  return new BotFault(
    'signed_out',
    'The service no longer knows this bot: it was ended on the dashboard, the password was changed, or it rested for too long. ' +
      'Nothing more is traded. Make a code on the dashboard, under Security, and start again with --code.',
  );
}
