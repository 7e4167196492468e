import { callEndpoint } from '@quorate/bot/service/call-endpoint';
import { getEntitlements } from '@quorate/contract/usage';
import type { SignedIn } from '../contract/app-state.ts';
import type { DesktopDeps } from '../parts.ts';
import type { KeptAccount } from './kept-account.ts';

type PlanState = Pick<SignedIn, 'plan' | 'reachable'>;

/** What the service says of the plan: asked when it is wanted, and every five minutes. */
export type RefreshPlan = Readonly<{
  state(): PlanState;
  /** Never fails: a service that is away is a state. Asked twice at once, it asks once. */
  refresh(): Promise<void>;
  /** Somebody else is signed in, or nobody. */
  forget(): void;
  close(): void;
}>;

const EVERY_MS = 5 * 60_000;
const UNKNOWN: PlanState = { plan: null, reachable: true };

/** What people are told whose sign-in was ended elsewhere. */
const ENDED =
  'The service no longer knows this computer: its sign-in was ended on the dashboard, the password was changed, or it rested for too long. Nothing more is traded. Sign in again.';

/** @param tell called at each change */
export function createRefresh(
  { fetch, timers, notify }: Pick<DesktopDeps, 'fetch' | 'timers' | 'notify'>,
  kept: KeptAccount,
  tell: () => void,
): RefreshPlan {
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
      kept.end(ENDED);
      state = UNKNOWN;
      notify(`Signed out: ${ENDED}`);
      tell();
    }
  }
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
    forget() {
      state = UNKNOWN;
    },
    close() {
      closed.abort();
      callOff();
    },
  };
}
