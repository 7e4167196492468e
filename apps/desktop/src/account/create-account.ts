import { profile } from '@quorate/bot/profiles/profile';
import type { ReleaseFacts } from '@quorate/bot/release-facts';
import { callEndpoint } from '@quorate/bot/service/call-endpoint';
import { logout } from '@quorate/contract/account';
import type { SignedIn as OpenedSession } from '@quorate/contract/session';
import { createChanges } from '../changes.ts';
import type { SignedIn } from '../contract/app-state.ts';
import { LocalFault } from '../local-fault.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Account, DesktopDeps } from '../parts.ts';
import type { KnownLimits } from './account-file.ts';
import { keptAccount } from './kept-account.ts';
import { createRefresh } from './refresh-plan.ts';
import { type SignInOutcome, signInSteps } from './sign-in-steps.ts';

export type AccountDeps = DesktopDeps &
  Readonly<{
    service: ReleaseFacts['service'];
    /** Names of the configurations whose bots are at work. */
    botsAtWork(): readonly string[];
  }>;

export type DesktopAccount = Account &
  Readonly<{
    /** What the plan allowed when the service was asked last, also before this start; null: never asked. */
    knownLimits(): KnownLimits | null;
    /** @throws LocalFault with the service's own sentence and code, also where it is out of reach */
    signIn(
      typed: Readonly<{
        service?: string | undefined;
        username_or_email: string;
        password: string;
      }>,
    ): Promise<SignInOutcome>;
    /** @throws LocalFault as `signIn` */
    signInSecondFactor(
      typed: Readonly<{ challenge: string; code: string }>,
    ): Promise<SignInOutcome>;
    /** @throws LocalFault as `signIn` */
    signInWithCode(
      typed: Readonly<{ service?: string | undefined; code: string }>,
    ): Promise<SignInOutcome>;
    /** @throws LocalFault `bots_at_work` */
    signOut(): Promise<void>;
    /** Asks the service no more; whoever is signed in stays so. */
    close(): void;
  }>;

const LOGOUT_MS = 5_000;

/** The one person of this computer: who is signed in, and what their plan lets them do. */
export function createAccount(deps: AccountDeps): DesktopAccount {
  const { notify, botsAtWork } = deps;
  const kept = keptAccount(deps);
  const { onChange, tell } = createChanges();
  const inTurn = oneAtATime();
  const plan = createRefresh(deps, kept, tell);
  const service = () => chooseService(deps.service, undefined, kept.record()?.service ?? null);
  const steps = signInSteps(deps);

  const giveBack = async (at: string, token: string) => {
    const http = { fetch: deps.fetch, service: at, timeoutMs: LOGOUT_MS };
    const outcome = await callEndpoint(http, logout, {}, token);
    if (outcome.kind === 'ok' || (outcome.kind === 'refused' && outcome.status === 401)) return;
    notify(
      `The service at ${at} was not told of the sign-out; end this computer there on the dashboard, under Security.`,
    );
  };
  const accept = async (at: string, { user, access_token }: OpenedSession) => {
    const before = kept.record()?.user ?? null;
    const busy = before !== null && before.id !== user.id ? botsAtWork() : [];
    try {
      if (busy.length > 0) throw atWorkFault(busy, `signing in as ${user.username}`);
      kept.open(at, { user, token: access_token });
    } catch (error) {
      await giveBack(at, access_token);
      throw error;
    }
    notify(`${user.username} is signed in at ${at}.`);
    plan.forget();
    tell();
    await plan.refresh();
  };
  const enter = (work: () => ReturnType<typeof steps.withPassword>) =>
    inTurn(async (): Promise<SignInOutcome> => {
      const token = kept.token();
      if (token !== null) {
        const message = `${token.user.username} is signed in on this computer; sign out first.`;
        throw new LocalFault('conflict', message, { code: 'signed_in' });
      }
      const step = await work();
      if (step.kind === 'second-factor') return step;
      await accept(step.service, step.session);
      return { kind: 'signed-in' };
    });
  const at = (typed: string | undefined) =>
    chooseService(deps.service, typed, kept.record()?.service ?? null);

  void plan.refresh();
  return {
    current(): SignedIn | null {
      const token = kept.token();
      if (token === null) return null;
      const { username, email } = token.user;
      return { username, email, ...plan.state() };
    },
    signedOutBecause: kept.because,
    service,
    token: kept.token,
    knownLimits: () => kept.record()?.known_limits ?? null,
    refresh: plan.refresh,
    onChange,
    signIn: ({ service: typed, ...credentials }) =>
      enter(async () => steps.withPassword(at(typed), credentials)),
    signInSecondFactor: (typed) => enter(() => steps.withSecondFactor(typed)),
    signInWithCode: ({ service: typed, code }) =>
      enter(async () => steps.withCode(at(typed), code)),
    signOut: () =>
      inTurn(async () => {
        const busy = botsAtWork();
        if (busy.length > 0) throw atWorkFault(busy, 'signing out');
        const token = kept.token();
        const left = service();
        kept.end(null);
        plan.forget();
        tell();
        if (token === null) return;
        notify(`${token.user.username} has signed out of ${left}.`);
        await giveBack(left, token.token);
      }),
    close: plan.close,
  };
}

function atWorkFault(names: readonly string[], what: string): LocalFault {
  const bots = names.length === 1 ? 'The bot' : 'The bots';
  const verb = names.length === 1 ? 'is' : 'are';
  return new LocalFault(
    'conflict',
    `${bots} of ${names.join(', ')} ${verb} at work; stop ${names.length === 1 ? 'it' : 'them'} before ${what}.`,
    { code: 'bots_at_work' },
  );
}

/**
 * The address to sign in at: the one that was typed, else the one that was used last, else the release's.
 *
 * @throws LocalFault for what is no address, and for another one than an installed app belongs to
 */
function chooseService(
  { address, fixed }: ReleaseFacts['service'],
  typed: string | undefined,
  usedLast: string | null,
): string {
  const own = fixed ? address : (usedLast ?? address);
  if (typed === undefined) return own;
  const asked = typed.trim().replace(/\/+$/, '');
  if (fixed && asked !== address) {
    throw fault(`This app belongs to the service at ${address}, and cannot sign in at ${asked}.`);
  }
  if (!profile.shape.service.safeParse(asked).success) {
    throw fault(
      `"${asked.slice(0, 80)}" is no address of a service; it is one such as https://quorate.example, without name, password, ? or #.`,
    );
  }
  return asked;
}

function fault(message: string): LocalFault {
  return new LocalFault('validation_failed', message, { fields: { service: message } });
}
