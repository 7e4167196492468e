import { type Instant, isoFromInstant } from '@quorate/values/instant';
import { moneyToNumber } from '@quorate/values/money';
import type { Profile } from '../profiles/profile.ts';
import type { LiveJournal } from './live-journal.ts';
import type { LiveRun } from './live-run.ts';
import type { RunWatch } from './run-watch.ts';

/** What was decided last, for `status`. */
export const LAST_DECISION = 'last_decision';

type StatusDeps = Readonly<{
  run: LiveRun;
  journal: LiveJournal;
  watch: RunWatch;
  profile: Pick<Profile, 'configuration_name' | 'risk' | 'timeframe'>;
}>;

/** What a running bot is doing, as a JSON document; of the account only what the terminal says now. */
export async function statusOf({ run, journal, watch, profile }: StatusDeps): Promise<unknown> {
  const { terminal, halt, serverClock } = run;
  const unsettled = journal.unsettled();
  const base = {
    pid: process.pid,
    profile: profile.configuration_name,
    connected: terminal.isReady(),
    halted: halt.halted(),
    flattening: halt.isFlattening(),
    limits: journal.limits(),
    risk: profile.risk,
    timeframe: profile.timeframe,
    terminal_seen_at: isoOrNull(watch.terminalSeenAt()),
    service_seen_at: isoOrNull(watch.serviceSeenAt()),
    service_there: watch.isServiceThere(),
    problems: watch.problems(),
    opening: unsettled.some(({ kind }) => kind === 'open'),
    last_decision: journal.fact(LAST_DECISION),
  };
  if (!terminal.isReady()) return base;
  const { account, instruments, specs } = terminal.terms();
  const { balance, equity } = await terminal.broker.account();
  const open = await terminal.broker.ownPositions();
  return {
    ...base,
    account: { login: account.login, server: account.server, trade_mode: account.trade_mode },
    permissions: terminal.permissions() ?? undefined,
    currency: account.currency,
    balance: moneyToNumber(balance),
    equity: moneyToNumber(equity),
    next_bars: [...instruments.keys()].map((symbol) => ({
      symbol,
      at: isoFromInstant(watch.nextBarAt(symbol)),
    })),
    /** The terminal did not say in time what is open. */
    positions_known: open !== null,
    positions: (open ?? []).map((position) => ({
      ...position,
      digits: specs.get(position.symbol)?.digits ?? position.open_price.split('.')[1]?.length ?? 0,
      opened_at: isoFromInstant(serverClock.toUtc(position.opened)),
    })),
    unsettled_orders: unsettled.map(({ key }) => key),
  };
}

function isoOrNull(moment: Instant | null): string | null {
  return moment === null ? null : isoFromInstant(moment);
}
