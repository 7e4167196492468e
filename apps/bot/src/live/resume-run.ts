import type { LimitsState } from '@quorate/trading/risk/limits-state';
import type { RiskSettings } from '@quorate/trading/risk/risk-settings';
import { tradingWeekOf, tradingWeekStart } from '@quorate/trading/trading-day';
import type { LoopResume } from '@quorate/trading/trading-loop-types';
import { DAY_MS } from '@quorate/values/instant';
import type { Currency } from '@quorate/values/money';
import type { TerminalDeal } from '../mt5/bridge/records.ts';
import { type DealFeed, HISTORY_DAYS } from '../mt5/broker/deal-feed.ts';
import { dealOf, isCashFlow, moneyIn, type RecordTerms } from '../mt5/broker/terminal-records.ts';
import type { Timers } from '../timers.ts';
import type { LiveJournal } from './live-journal.ts';
import { type BalanceChange, rebuildLimits } from './rebuild-limits.ts';
import type { ServerClock } from './server-clock.ts';

type ResumeDeps = Readonly<{
  journal: LiveJournal;
  feed: Pick<DealFeed, 'isOurs'>;
  records: RecordTerms;
  serverClock: ServerClock;
  timers: Timers;
}>;

type Standing = Readonly<{
  balanceMinor: number;
  equityMinor: number;
  /** Open positions of ours. */
  positions: readonly string[];
  risk: RiskSettings;
}>;

/** What earlier runs of the account left behind: from the journal, and where it is silent from the account's history. */
export function resumeRun(
  deps: ResumeDeps,
  standing: Standing,
): LoopResume & Readonly<{ limits: LimitsState }> {
  const { journal, records, serverClock, timers } = deps;
  const now = timers.now();
  const window = journal.dealsSince(serverClock.toServerMs(now) - HISTORY_DAYS * DAY_MS);
  const unfinished = new Set(standing.positions);
  for (const { ticket, position } of window)
    if (position !== '0' && !journal.isTakenIn(ticket)) unfinished.add(position);
  const deals = [...unfinished]
    .filter(deps.feed.isOurs)
    .flatMap((position) => journal.dealsOf(position))
    .filter(({ ticket }) => journal.isTakenIn(ticket))
    .map((record) => dealOf(record, records))
    .filter((deal) => deal !== null)
    .sort((a, b) => a.time - b.time);
  const limits: LimitsState = rebuildLimits(
    journal.limits(),
    { now, ...standing },
    changesOf(deps, window, records.currency),
    standing.risk,
  );
  const onTheirWay = journal
    .unsettled()
    .filter(({ kind }) => kind === 'open')
    .map(({ key }) => key);
  return { limits, deals, onTheirWay };
}

function changesOf(
  { journal, feed, serverClock, timers }: ResumeDeps,
  window: readonly TerminalDeal[],
  currency: Currency,
): readonly BalanceChange[] {
  const weekStart = tradingWeekStart(tradingWeekOf(timers.now()));
  const counted = new Set<string>();
  return window.flatMap((deal): BalanceChange[] => {
    const at = serverClock.toUtc(deal.time);
    if (at < weekStart) return [];
    const { ticket, position, type, entry } = deal;
    const opening =
      (type === 'buy' || type === 'sell') &&
      entry === 'in' &&
      !counted.has(position) &&
      journal.isTakenIn(ticket) &&
      feed.isOurs(position);
    if (opening) counted.add(position);
    const minor = [deal.profit, deal.commission, deal.swap, deal.fee].reduce(
      (sum, text) => sum + moneyIn(text, currency).minor,
      0,
    );
    return [{ at, minor, traded: !isCashFlow(type), opening }];
  });
}
