import { login, logout } from '@quorate/contract/account';
import { claimDevice } from '@quorate/contract/devices';
import type { Device, SignedIn } from '@quorate/contract/session';
import { BotFault } from '../bot-fault.ts';
import { callEndpoint } from './call-endpoint.ts';
import { callUntilAnswered, type PatientDeps, type PatientOutcome } from './call-until-answered.ts';
import type { SavedToken } from './saved-sign-in.ts';

export type Credentials = Readonly<{
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
export async function requestToken(
  deps: PatientDeps,
  { user, password, deviceName }: Credentials,
): Promise<SavedToken | null> {
  if (password === null) {
    throw new BotFault(
      'usage',
      'There is nothing to sign in with: give --password-stdin, --password or the variable QUORATE_PASSWORD, or a code from the dashboard with --code or QUORATE_CODE.',
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
export async function claimToken(
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
    `The code belongs to ${username}, and --user says ${user}.`,
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
      throw new BotFault('sign_in_refused', HINTS[outcome.code] ?? outcome.message);
  }
}

/** What the service says is for people at a browser; these say what somebody at a bot can do. */
const HINTS: Readonly<Record<string, string>> = {
  email_not_verified:
    'Please verify your email before signing in. The link is in the mail that came after sign-up.',
  second_factor_needed:
    'This account asks for a code of an authenticator app after the password, which a bot cannot give. Make a code for the bot on the dashboard, under Security, and start it with --code.',
};

export function unreachableFault(deps: PatientDeps, reason: string): BotFault {
  return new BotFault(
    'service_unreachable',
    `The service at ${deps.http.service} is out of reach: ${reason}.`,
  );
}

function botNamed(name: string): Device {
  return { kind: 'bot', name };
}
