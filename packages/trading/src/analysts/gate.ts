import type { SnapshotIndicators } from '../market/market-reader.ts';
import { breakoutLean } from './breakout.ts';
import { NO_LEAN } from './lean.ts';
import { meanReversionLean } from './mean-reversion.ts';
import { trendLean } from './trend.ts';

/** Fewer could not agree. */
const LEAST_LEANING = 2;
const LEANS = [trendLean, meanReversionLean, breakoutLean];

/**
 * Whether a bar is worth a question, so that no tokens are burnt on dull ones: so many of the offline
 * analysts lean the same way as must agree for a trade. On real hourly bars about one in ten is.
 *
 * @param snapshot or anything else that carries its indicators; only those are read, and a market reader's `leaningAtMost`
 * @param leaning how many must lean the same way; 1 lets a panel of models overrule two of the three
 * @example if (worthAsking(snapshot)) await decisions.decide({ snapshot, tradesOpenedToday });
 */
export function worthAsking(
  snapshot: Readonly<{ indicators: SnapshotIndicators; leaningAtMost?: () => number }>,
  leaning = LEAST_LEANING,
): boolean {
  // Most bars of a replay end here, before a figure is rounded.
  if (snapshot.leaningAtMost && snapshot.leaningAtMost() < leaning) return false;
  const { up, down } = leansOf(snapshot.indicators);
  return Math.max(up, down) >= leaning && up !== down;
}

/** How many of the offline analysts lean which way. */
export type Leans = Readonly<{ up: number; down: number; analysts: number }>;

export function leansOf(indicators: SnapshotIndicators): Leans {
  let up = 0;
  let down = 0;
  for (const leanIn of LEANS) {
    const leansTo = leanIn(indicators);
    if (leansTo > NO_LEAN) up += 1;
    else if (leansTo < NO_LEAN) down += 1;
  }
  return { up, down, analysts: LEANS.length };
}
