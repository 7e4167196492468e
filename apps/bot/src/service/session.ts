import { login, logout } from '@quorate/contract/account';
import type { SessionUser } from '@quorate/contract/session';
import type { CallInput, Endpoint, Reply } from '@quorate/contract/endpoint';
import { BotFault } from '../bot-fault.ts';
import { callEndpoint } from './call-endpoint.ts';
import { callUntilAnswered, type PatientDeps, type PatientOutcome } from './call-until-answered.ts';

type Credentials = Readonly<{ user: string; password: string }>;

/** A signed-in user. Every call waits for the service as `callUntilAnswered` does. */
export type Session = Readonly<{
  user: SessionUser;
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<PatientOutcome<Reply<E>>>;
  /** Ends the session at the service; what cannot be reached is left to expire. */
  end(): Promise<void>;
}>;

/**
 * Signs in.
 *
 * @throws BotFault `sign_in_refused` with the service's sentence, `service_unreachable` after giving up,
 * `interrupted` when waiting was ended
 */
export async function signIn(deps: PatientDeps, credentials: Credentials): Promise<Session> {
  const first = await requestToken({ ...deps, firstCall: true }, credentials);
  if (first === null)
    throw new BotFault('interrupted', 'Interrupted before the service had answered.');
  const user = first.user;
  let token = first.token;
  return {
    user,
    async call(endpoint, input) {
      const outcome = await callUntilAnswered(deps, endpoint, input, token);
      if (outcome.kind !== 'refused' || outcome.status !== 401) return outcome;
      deps.notify('The service has ended this session; signing in again.');
      const renewed = await requestToken(deps, credentials);
      if (renewed === null) return { kind: 'stopped' };
      if (renewed.user.id !== user.id) {
        throw new BotFault(
          'sign_in_refused',
          `${credentials.user} is another account now than when this run began.`,
        );
      }
      token = renewed.token;
      const second = await callUntilAnswered(deps, endpoint, input, token);
      if (second.kind === 'refused' && second.status === 401)
        throw new BotFault('sign_in_refused', second.message);
      return second;
    },
    async end() {
      await callEndpoint({ ...deps.http, timeoutMs: 2_000 }, logout, {}, token);
    },
  };
}

type Token = { user: SessionUser; token: string };

async function requestToken(deps: PatientDeps, credentials: Credentials): Promise<Token | null> {
  const input = { body: { username_or_email: credentials.user, password: credentials.password } };
  const outcome = await callUntilAnswered(deps, login, input);
  switch (outcome.kind) {
    case 'ok':
      return { user: outcome.reply.user, token: outcome.reply.access_token };
    case 'stopped':
      return null;
    case 'gave-up':
      throw unreachableFault(deps, outcome.reason);
    case 'refused':
      throw new BotFault('sign_in_refused', `${outcome.message}${hint(outcome.code)}`);
  }
}

export function unreachableFault(deps: PatientDeps, reason: string): BotFault {
  return new BotFault(
    'service_unreachable',
    `The service at ${deps.http.service} is out of reach: ${reason}.`,
  );
}

function hint(code: string): string {
  return code === 'email_not_verified' ? ' The link is in the mail that came after sign-up.' : '';
}
