import { login, logout } from '@quorate/contract/account';
import { claimDevice } from '@quorate/contract/devices';
import type { CallInput, Endpoint, Reply } from '@quorate/contract/endpoint';
import { type Device, device, type SessionUser, type SignedIn } from '@quorate/contract/session';
import { getEntitlements } from '@quorate/contract/usage';
import { BotFault } from '../bot-fault.ts';
import { t } from '../words.ts';
import { type CallOutcome, callEndpoint } from './call-endpoint.ts';
import { callUntilAnswered, type PatientDeps, type PatientOutcome } from './call-until-answered.ts';
import type { SavedSignIn, SavedToken } from './saved-sign-in.ts';

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
    throw new BotFault('interrupted', t`Interrupted before the service had answered.`);
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
    deps.notify(t`The service has ended the sign-in of the last run; signing in again.`);
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
    t`The service no longer knows this bot: it was ended on the dashboard, the password was changed, or it rested for too long. ` +
      t`Nothing more is traded. Make a code on the dashboard, under Security, and start again with --code.`,
  );
}

type Credentials = Readonly<{
  /** Username or e-mail address. */
  user: string;
  password: string | null;
  /** From the dashboard; it signs in once. */
  code: string | null;
  /** What this bot is called on the dashboard. */
  deviceName: string;
}>;

/**
 * A token for name and password.
 *
 * @returns null when waiting was ended
 * @throws BotFault `usage`, `sign_in_refused` or `service_unreachable`
 */
async function requestToken(
  deps: PatientDeps,
  { user, password, deviceName }: Credentials,
): Promise<SavedToken | null> {
  if (password === null) {
    throw new BotFault(
      'usage',
      t`There is nothing to sign in with: give --password-stdin, --password or the variable QUORATE_PASSWORD, or a code from the dashboard with --code or QUORATE_CODE.`,
    );
  }
  const body = { username_or_email: user, password, device: botNamed(deviceName) };
  return tokenOf(deps, await callUntilAnswered(deps, login, { body }));
}

/**
 * A token for a code from the dashboard. A code counts once: where its answer was lost on the way, the
 * next attempt is refused, and a new code is needed.
 *
 * @returns null when waiting was ended
 * @throws BotFault `sign_in_refused`, also when the code is another user's, or `service_unreachable`
 */
async function claimToken(
  deps: PatientDeps,
  { user, deviceName }: Credentials,
  code: string,
): Promise<SavedToken | null> {
  const body = { code, device: botNamed(deviceName) };
  const claimed = tokenOf(deps, await callUntilAnswered(deps, claimDevice, { body }));
  if (claimed === null) return null;
  const { username, email } = claimed.user;
  if ([username, email].some((name) => name.toLowerCase() === user.toLowerCase())) return claimed;
  await callEndpoint({ ...deps.http, timeoutMs: 2_000 }, logout, {}, claimed.token);
  throw new BotFault(
    'sign_in_refused',
    t`The code belongs to ${{ username }}, and --user says ${{ user }}.`,
  );
}

function tokenOf(deps: PatientDeps, outcome: PatientOutcome<SignedIn>): SavedToken | null {
  switch (outcome.kind) {
    case 'ok':
      return { user: outcome.reply.user, token: outcome.reply.access_token };
    case 'stopped':
      return null;
    case 'gave-up':
      throw unreachableFault(deps, outcome.reason);
    case 'refused':
      throw new BotFault('sign_in_refused', HINTS[outcome.code]?.() ?? outcome.message);
  }
}

/** What the service says is for people at a browser; these say what somebody at a bot can do. */
const HINTS: Readonly<Record<string, () => string>> = {
  email_not_verified: () =>
    t`Please verify your email before signing in. The link is in the mail that came after sign-up.`,
  second_factor_needed: () =>
    t`This account asks for a code of an authenticator app after the password, which a bot cannot give. Make a code for the bot on the dashboard, under Security, and start it with --code.`,
};

export function unreachableFault(deps: PatientDeps, reason: string): BotFault {
  return new BotFault(
    'service_unreachable',
    t`The service at ${{ service: deps.http.service }} is out of reach: ${{ reason }}.`,
  );
}

function botNamed(name: string): Device {
  return { kind: 'bot', name };
}

/**
 * What the user will know this bot by on the dashboard: the machine's name, as far as the service takes
 * it.
 *
 * @example deviceName('trading-desk') // 'trading-desk'
 */
export function deviceName(hostName: string): string {
  const name = hostName.trim().slice(0, 60);
  return device.shape.name.safeParse(name).success ? name : 'bot';
}
