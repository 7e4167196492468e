import { profile } from '@quorate/bot/profiles/profile';
import type { ReleaseFacts } from '@quorate/bot/release-facts';
import { type CallOutcome, callEndpoint } from '@quorate/bot/service/call-endpoint';
import { deviceName } from '@quorate/bot/service/session';
import { plural, t } from '@quorate/bot/words';
import { login, logout } from '@quorate/contract/account';
import { claimDevice } from '@quorate/contract/devices';
import type { CallInput, Endpoint, Reply } from '@quorate/contract/endpoint';
import type { Device, SignedIn as OpenedSession } from '@quorate/contract/session';
import { loginWithCode } from '@quorate/contract/sign-in-steps';
import { getEntitlements } from '@quorate/contract/usage';
import type { z } from 'zod';
import { createChanges } from '../changes.ts';
import type { SignedIn } from '../contract/app-state.ts';
import type { signInOutcome } from '../contract/sign-in.ts';
import { LocalFault } from '../local-fault.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Account, DesktopDeps } from '../parts.ts';
import type { KnownLimits } from './account-file.ts';
import { type KeptAccount, keptAccount } from './kept-account.ts';
import { serviceFault } from './service-fault.ts';

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
  const at = (typed?: string) => chooseService(deps.service, typed, kept.record()?.service ?? null);
  // A sign-in counts where it was made, also one that is older than the release's own address.
  const service = () => (kept.token() && kept.record()?.service) || at();
  const steps = signInSteps(deps);

  const giveBack = async (from: string, token: string) => {
    const http = { fetch: deps.fetch, service: from, timeoutMs: LOGOUT_MS };
    const outcome = await callEndpoint(http, logout, {}, token);
    if (outcome.kind === 'ok' || (outcome.kind === 'refused' && outcome.status === 401)) return;
    notify(
      `The service at ${from} was not told of the sign-out; end this computer there on the dashboard, under Security.`,
    );
  };
  const accept = async (from: string, { user, access_token }: OpenedSession) => {
    const before = kept.record()?.user ?? null;
    const busy = before !== null && before.id !== user.id ? botsAtWork() : [];
    try {
      if (busy.length > 0) throw atWorkFault(busy, user.username);
      kept.open(from, { user, token: access_token });
    } catch (error) {
      await giveBack(from, access_token);
      throw error;
    }
    notify(`${user.username} is signed in at ${from}.`);
    plan.forget();
    tell();
    await plan.refresh();
  };
  const enter = (work: () => ReturnType<typeof steps.withPassword>) =>
    inTurn(async (): Promise<SignInOutcome> => {
      const token = kept.token();
      if (token !== null) {
        const message = t`${{ username: token.user.username }} is signed in on this computer; sign out first.`;
        throw new LocalFault('conflict', message, { code: 'signed_in' });
      }
      const step = await work();
      if (step.kind === 'second-factor') return step;
      await accept(step.service, step.session);
      return { kind: 'signed-in' };
    });
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
        if (busy.length > 0) throw atWorkFault(busy, null);
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

/** @param username of who would be signed in; null: who is would be signed out */
function atWorkFault(names: readonly string[], username: string | null): LocalFault {
  const count = names.length;
  return new LocalFault(
    'conflict',
    username === null
      ? t`${plural({ count }, { one: 'The bot', other: 'The bots' })} of ${{ names: names.join(', ') }} ${plural({ count }, { one: 'is', other: 'are' })} at work; stop ${plural({ count }, { one: 'it', other: 'them' })} before signing out.`
      : t`${plural({ count }, { one: 'The bot', other: 'The bots' })} of ${{ names: names.join(', ') }} ${plural({ count }, { one: 'is', other: 'are' })} at work; stop ${plural({ count }, { one: 'it', other: 'them' })} before signing in as ${{ username }}.`,
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
    throw fault(
      t`This app belongs to the service at ${{ address }}, and cannot sign in at ${{ asked }}.`,
    );
  }
  if (!profile.shape.service.safeParse(asked).success) {
    throw fault(
      t`"${{ asked: asked.slice(0, 80) }}" is no address of a service; it is one such as https://quorate.example, without name, password, ? or #.`,
    );
  }
  return asked;
}

function fault(message: string): LocalFault {
  return new LocalFault('validation_failed', message, { fields: { service: message } });
}

type SignInOutcome = z.output<typeof signInOutcome>;

type Step =
  | Readonly<{ kind: 'opened'; service: string; session: OpenedSession }>
  | Readonly<{ kind: 'second-factor'; challenge: string }>;

type Credentials = Readonly<{ username_or_email: string; password: string }>;

/** Sign-ins that may wait for their second factor at a time. */
const CHALLENGES_MAX = 16;

/** The ways to sign in as a device; each throws LocalFault with the service's sentence. */
function signInSteps({ fetch, hostName }: Pick<DesktopDeps, 'fetch' | 'hostName'>) {
  const device: Device = { kind: 'desktop', name: deviceName(hostName) };
  /** The service that each challenge came from. */
  const challenges = new Map<string, string>();

  async function call<E extends Endpoint>(
    service: string,
    endpoint: E,
    input: CallInput<E>,
  ): Promise<Exclude<CallOutcome<Reply<E>>, { kind: 'unreachable' }>> {
    const outcome = await callEndpoint({ fetch, service }, endpoint, input);
    if (outcome.kind === 'unreachable') throw serviceFault(service, outcome);
    return outcome;
  }
  return {
    async withPassword(service: string, credentials: Credentials): Promise<Step> {
      const outcome = await call(service, login, { body: { ...credentials, device } });
      if (outcome.kind === 'ok') return { kind: 'opened', service, session: outcome.reply };
      const { challenge } = outcome.details;
      if (outcome.code !== 'second_factor_needed' || typeof challenge !== 'string') {
        throw serviceFault(service, outcome);
      }
      const [oldest] = challenges.keys();
      if (oldest !== undefined && challenges.size >= CHALLENGES_MAX) challenges.delete(oldest);
      challenges.set(challenge, service);
      return { kind: 'second-factor', challenge };
    },
    async withSecondFactor({
      challenge,
      code,
    }: Readonly<{ challenge: string; code: string }>): Promise<Step> {
      const service = challenges.get(challenge);
      if (service === undefined) {
        const message = t`This sign-in took too long. Please start again.`;
        throw new LocalFault('conflict', message, { code: 'challenge_over' });
      }
      const outcome = await call(service, loginWithCode, { body: { challenge, code } });
      if (outcome.kind !== 'ok') {
        if (outcome.code === 'challenge_over') challenges.delete(challenge);
        throw serviceFault(service, outcome);
      }
      challenges.delete(challenge);
      return { kind: 'opened', service, session: outcome.reply };
    },
    async withCode(service: string, code: string): Promise<Step> {
      const outcome = await call(service, claimDevice, { body: { code, device } });
      if (outcome.kind !== 'ok') throw serviceFault(service, outcome);
      return { kind: 'opened', service, session: outcome.reply };
    },
  };
}

type PlanState = Pick<SignedIn, 'plan' | 'reachable'>;

const EVERY_MS = 5 * 60_000;
const UNKNOWN: PlanState = { plan: null, reachable: true };

/** What people are told whose sign-in was ended elsewhere. */
const endedWords = () =>
  t`The service no longer knows this computer: its sign-in was ended on the dashboard, the password was changed, or it rested for too long. Nothing more is traded. Sign in again.`;

/**
 * What the service says of the plan: asked when it is wanted, and every five minutes.
 *
 * @param tell called at each change
 */
function createRefresh(
  { fetch, timers, notify }: Pick<DesktopDeps, 'fetch' | 'timers' | 'notify'>,
  kept: KeptAccount,
  tell: () => void,
) {
  const closed = new AbortController();
  let state = UNKNOWN;
  let underWay: Readonly<{ token: string; done: Promise<void> }> | null = null;
  let callOff = () => {};

  const become = (next: PlanState) => {
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    if (next.reachable !== state.reachable) {
      notify(next.reachable ? 'The service answers again.' : 'The service is out of reach.');
    }
    state = next;
    tell();
  };
  async function ask(token: string): Promise<void> {
    const service = kept.record()?.service ?? '';
    const http = { fetch, service, signal: closed.signal };
    const outcome = await callEndpoint(http, getEntitlements, {}, token);
    // Whoever asked may have signed out meanwhile, or somebody else in.
    if (closed.signal.aborted || kept.token()?.token !== token) return;
    if (outcome.kind === 'ok') {
      kept.keepToken();
      const { plan_name, terminal_accounts, symbols, daily_trades, usage } = outcome.reply;
      const { tokens_used, token_limit, period_end } = usage;
      kept.learn({ plan_name, terminal_accounts, symbols });
      const figures = { terminal_accounts, symbols, daily_trades };
      const tokens = { tokens_used, token_limit, period_end };
      become({ plan: { name: plan_name, ...figures, ...tokens }, reachable: true });
    } else if (outcome.kind === 'unreachable') {
      become({ ...state, reachable: false });
    } else if (outcome.status !== 401) {
      become({ ...state, reachable: true });
    } else if (kept.takeNewerToken()) {
      await ask(kept.token()?.token ?? '');
    } else {
      const ended = endedWords();
      kept.end(ended);
      state = UNKNOWN;
      notify(`Signed out: ${ended}`);
      tell();
    }
  }
  /** Never fails: a service that is away is a state. Asked twice at once, it asks once. */
  function refresh(): Promise<void> {
    const token = kept.token()?.token;
    if (token === undefined || closed.signal.aborted) return Promise.resolve();
    if (underWay?.token === token) return underWay.done;
    const done = ask(token)
      .catch((error: unknown) => notify(`The plan cannot be asked for: ${String(error)}`))
      .finally(() => {
        if (underWay?.done === done) underWay = null;
        schedule();
      });
    underWay = { token, done };
    return done;
  }
  function schedule(): void {
    callOff();
    if (closed.signal.aborted || kept.token() === null) return;
    callOff = timers.after(EVERY_MS, () => void refresh());
  }
  return {
    state: () => state,
    refresh,
    /** Somebody else is signed in, or nobody. */
    forget() {
      state = UNKNOWN;
    },
    close: () => {
      closed.abort();
      callOff();
    },
  };
}
