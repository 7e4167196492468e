import type { Instant } from '@quorate/values/instant';
import type { Currency } from '@quorate/values/money';
import { roundTo } from '../rounding.ts';
import { turnOf } from './day-turn.ts';
import { SERVER_MIDNIGHT } from './floors.ts';
import type { RuleSet, TurnsAt } from './rule-set.ts';
import { amountText } from './rule-set-words.ts';

/** The account that a rule set is tried on. */
export type ChallengeAccount = Readonly<{ initialMinor: number; currency: Currency }>;

/** What closed on one day of the rule set. */
export type ChallengeDay = Readonly<{ day: number; profitMinor: number; trades: number }>;

/** What is reached of what a rule set asks for; null where it does not ask for it. */
export type Progress = Readonly<{
  profitMinor: number;
  profitPercent: number;
  targetPercent: number | null;
  tradingDays: number;
  fewestTradingDays: number | null;
  bestDayMinor: number;
  /** The best day's part of the whole profit; null without a profit. */
  bestDaySharePercent: number | null;
  bestDayPercent: number | null;
  /** Sentences, one for each thing that is missing. */
  missing: readonly string[];
}>;

/** The day that a rule set counts results by: its day's line's, else its first line's, else the servers'. */
export function challengeDayOf(ruleSet: RuleSet, moment: Instant): number {
  return turnOf(moment, dayTurnsAt(ruleSet));
}

function dayTurnsAt({ lines }: RuleSet): TurnsAt {
  const day = lines.find(({ kind }) => kind === 'day') ?? lines[0];
  return day?.turnsAt ?? SERVER_MIDNIGHT;
}

/** @param days each day at most once, in any order */
export function challengeProgress(
  ruleSet: RuleSet,
  account: ChallengeAccount,
  days: readonly ChallengeDay[],
): Progress {
  const tally = newTally();
  for (const { profitMinor, trades } of days)
    countDay(tally, ruleSet, account, profitMinor, trades);
  const { profitMinor, tradingDays, bestDayMinor } = tally;
  return {
    profitMinor,
    profitPercent: roundTo((100 * profitMinor) / account.initialMinor, 2),
    targetPercent: ruleSet.profitTargetPercent,
    tradingDays,
    fewestTradingDays: ruleSet.fewestTradingDays,
    bestDayMinor,
    bestDaySharePercent: profitMinor > 0 ? roundTo((100 * bestDayMinor) / profitMinor, 1) : null,
    bestDayPercent: ruleSet.bestDayPercent,
    missing: missingOf(ruleSet, account, tally),
  };
}

/** What is counted of days on the way to the target. */
export type Tally = { profitMinor: number; tradingDays: number; bestDayMinor: number };

export const newTally = (): Tally => ({ profitMinor: 0, tradingDays: 0, bestDayMinor: 0 });

export function countDay(
  tally: Tally,
  { tradingDayLeastPercent }: RuleSet,
  { initialMinor }: ChallengeAccount,
  profitMinor: number,
  trades: number,
): void {
  tally.profitMinor += profitMinor;
  tally.bestDayMinor = Math.max(tally.bestDayMinor, profitMinor);
  const leastMinor =
    tradingDayLeastPercent === null
      ? Number.NEGATIVE_INFINITY
      : (initialMinor * tradingDayLeastPercent) / 100;
  if (trades > 0 && profitMinor >= leastMinor) tally.tradingDays += 1;
}

function targetMinorOf({ profitTargetPercent: target }: RuleSet, initialMinor: number): number {
  return target === null ? 0 : Math.ceil((initialMinor * target) / 100 - 1e-6);
}

/** The whole profit at which the best day is small enough. */
function profitForBestDay({ bestDayPercent }: RuleSet, bestDayMinor: number): number {
  return bestDayPercent === null ? 0 : Math.ceil((100 * bestDayMinor) / bestDayPercent - 1e-6);
}

export function isReached(ruleSet: RuleSet, account: ChallengeAccount, tally: Tally): boolean {
  return (
    tally.profitMinor >= targetMinorOf(ruleSet, account.initialMinor) &&
    tally.tradingDays >= (ruleSet.fewestTradingDays ?? 0) &&
    tally.profitMinor >= profitForBestDay(ruleSet, tally.bestDayMinor)
  );
}

function missingOf(ruleSet: RuleSet, account: ChallengeAccount, tally: Tally): string[] {
  const { currency, initialMinor } = account;
  const missing: string[] = [];
  const toTarget = targetMinorOf(ruleSet, initialMinor) - tally.profitMinor;
  if (ruleSet.profitTargetPercent !== null && toTarget > 0)
    missing.push(
      `${amountText(toTarget, currency)} more profit reaches the target of ${ruleSet.profitTargetPercent}%.`,
    );
  const days = (ruleSet.fewestTradingDays ?? 0) - tally.tradingDays;
  if (days > 0) {
    const least = ruleSet.tradingDayLeastPercent;
    const with_ = least === null ? '' : ` with at least ${least}% profit`;
    missing.push(`${days} more trading ${days === 1 ? 'day' : 'days'}${with_}.`);
  }
  const forBest = profitForBestDay(ruleSet, tally.bestDayMinor) - tally.profitMinor;
  if (forBest > 0)
    missing.push(
      `${amountText(forBest, currency)} more profit on other days, so that the best day is at most ${ruleSet.bestDayPercent}% of it.`,
    );
  return missing;
}
