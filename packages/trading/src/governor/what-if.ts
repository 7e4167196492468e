import type { Instant } from '@quorate/values/instant';
import {
  type ChallengeAccount,
  type ChallengeDay,
  challengeDayOf,
  challengeProgress,
  countDay,
  isReached,
  newTally,
  type Progress,
} from './challenge.ts';
import { entriesOff, rollFloors, startFloors, watchFloors } from './floors.ts';
import type { FloorsState, LineState, RuleSet } from './rule-set.ts';

/** A trade of the account's past. */
export type PastTrade = Readonly<{
  openedAt: Instant;
  closedAt: Instant;
  /** Costs included. */
  netMinor: number;
  /** The worst floating result while it was open, 0 or less; null where nobody kept it. */
  worstMinor: number | null;
}>;

/** What past trades are tried with: as shares of what the account had, so that its size does not matter. */
export type PastTrades = Readonly<{
  /** The balance before the first of them. */
  startMinor: number;
  trades: readonly PastTrade[];
}>;

/** A past trade as a share of the balance before it. */
export type Share = Readonly<{ openedAt: Instant; closedAt: Instant; net: number; worst: number }>;

export function sharesOf({ startMinor, trades }: PastTrades): Share[] {
  let balanceMinor = startMinor;
  const shares: Share[] = [];
  for (const trade of trades.toSorted((a, b) => a.closedAt - b.closedAt)) {
    // An account that was emptied says nothing about the next trades.
    if (balanceMinor <= 0) break;
    const worstMinor = Math.min(0, trade.netMinor, trade.worstMinor ?? 0);
    shares.push({
      openedAt: trade.openedAt,
      closedAt: trade.closedAt,
      net: trade.netMinor / balanceMinor,
      worst: worstMinor / balanceMinor,
    });
    balanceMinor += trade.netMinor;
  }
  return shares;
}

/** How past trades would have gone under a rule set. */
export type WhatIf = Readonly<{
  outcome: 'passed' | 'failed' | 'open';
  /** When it was decided; null where it is open. */
  at: Instant | null;
  /** The line that ended it; null unless it failed. */
  line: number | null;
  /** Trades that were not opened because a line had paused trading, or that came after the end. */
  skipped: number;
  taken: number;
  /** As of the end, or of the last trade. */
  progress: Progress;
  /** Whether the worst floating result of every trade was known; where not, some touches are not seen. */
  floatingKnown: boolean;
}>;

/**
 * Tries past trades under a rule set: passed, failed and by which line, or still open. Where several were open at
 * once, the worst of each is looked at alone.
 */
export function whatIf(ruleSet: RuleSet, account: ChallengeAccount, past: PastTrades): WhatIf {
  const shares = sharesOf(past);
  const steps = shares
    .flatMap((share) => [
      { at: share.openedAt, opens: true, share },
      { at: share.closedAt, opens: false, share },
    ])
    // What closes at a moment closes before anything opens.
    .sort((a, b) => a.at - b.at || Number(a.opens) - Number(b.opens));
  const open = new Set<Share>();
  const days = new Map<number, ChallengeDay>();
  let balanceMinor = account.initialMinor;
  let state: FloorsState | undefined;
  let taken = 0;
  const figures = () => ({ balanceMinor, equityMinor: balanceMinor });
  const report = (outcome: WhatIf['outcome'], at: Instant | null, line: number | null): WhatIf => ({
    outcome,
    at,
    line,
    taken,
    skipped: past.trades.length - taken,
    progress: challengeProgress(ruleSet, account, [...days.values()]),
    floatingKnown: past.trades.every(({ worstMinor }) => worstMinor !== null),
  });
  for (const { at, opens, share } of steps) {
    state ??= startFloors(ruleSet, { ...account, ...figures() }, at);
    state = rollFloors(state, ruleSet, at, figures());
    if (opens) {
      if (entriesOff(state) === null) open.add(share);
      continue;
    }
    if (!open.delete(share)) continue;
    taken += 1;
    state = watchFloors(state, ruleSet, at, Math.round(balanceMinor * (1 + share.worst)));
    const profitMinor = Math.round(balanceMinor * share.net);
    balanceMinor += profitMinor;
    const day = challengeDayOf(ruleSet, at);
    const before = days.get(day) ?? { day, profitMinor: 0, trades: 0 };
    days.set(day, {
      day,
      profitMinor: before.profitMinor + profitMinor,
      trades: before.trades + 1,
    });
    state = rollFloors(state, ruleSet, at, figures());
    state = watchFloors(state, ruleSet, at, balanceMinor);
    const ended = endedBy(ruleSet, state.lines);
    if (ended !== null) return report('failed', at, ended);
    if (ruleSet.profitTargetPercent === null) continue;
    const tally = newTally();
    for (const each of days.values())
      countDay(tally, ruleSet, account, each.profitMinor, each.trades);
    if (isReached(ruleSet, account, tally)) return report('passed', at, null);
  }
  return report('open', null, null);
}

/** The line whose touch has ended the account; null where none has. */
export function endedBy(ruleSet: RuleSet, lines: readonly LineState[]): number | null {
  const at = lines.findIndex(
    ({ touchedAt }, index) => touchedAt !== null && ruleSet.lines[index]?.onTouch === 'end',
  );
  return at === -1 ? null : at;
}
