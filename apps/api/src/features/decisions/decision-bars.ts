import { createHash } from 'node:crypto';
import type { MarketGrade } from '@quorate/trading/market/agreement';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { type ClockClass, clockClassOf, countJumps } from '@quorate/trading/market/plausible';
import { countRawBars, rawBarAt, seriesOfRaw } from '@quorate/trading/market/raw-bars';
import { buildSnapshot } from '@quorate/trading/market/snapshot';
import type { Db } from '../../db/tables.ts';
import { AppError, validationError } from '../../http/app-error.ts';
import type { Entitlements } from '../billing/entitlements/entitlements.ts';
import { compareBars, gradeNewest, NEWEST_BARS, tellBars } from '../market/agreement.ts';
import type { BarStore, JoinedBars } from '../market/bar-store.ts';
import type { AnalyseInput } from './decisions.deps.ts';
import type { Bar } from './decisions.queries.ts';

/** What speaks for a decision, as the service sees it. */
export type Standing = Readonly<{
  clockClass: ClockClass;
  grade: MarketGrade;
  /** Other users whose terminals have the same newest bars. */
  agreedBy: number;
  /** Bars of the call that open more than 20% from the close before. */
  markedBars: number;
}>;

/**
 * Joins the bars of a call with those that are kept, and makes the snapshot from them: what the bot says it
 * saw is what its bars show.
 *
 * @returns null for a call without bars, as bots of before send it
 * @throws AppError bars_missing, snapshot_hash_mismatch, or validation_failed for a step that no market makes
 */
export async function joinBars(
  { db, barStore }: Readonly<{ db: Db; barStore: BarStore }>,
  bar: Bar,
  { snapshot, snapshot_hash, bars, bars_after: after }: AnalyseInput,
  now: number,
): Promise<JoinedBars | null> {
  if (!bars) return null;
  const { symbol, timeframe, digits } = snapshot;
  const joined = await barStore.join(db, bar, { timeframe, digits, bars, after, now });
  if (joined.kind === 'missing') {
    const from = new Date(joined.from * 1_000).toISOString();
    throw new AppError('bars_missing', { details: { symbol, timeframe, from } });
  }
  if (joined.kind === 'faulty') throw validationError([{ field: 'bars', message: joined.message }]);
  const series = seriesOfRaw({ symbol, timeframe, digits }, joined.packed);
  const seen = buildSnapshot(series, series.length - 1);
  const actual = seen ? createHash('sha256').update(canonicalJson(seen)).digest('hex') : 'none';
  if (actual !== snapshot_hash) {
    throw new AppError('snapshot_hash_mismatch', {
      details: { limit: actual, actual: snapshot_hash },
    });
  }
  return joined;
}

type Call = Readonly<{
  bar: Bar;
  input: AnalyseInput;
  joined: JoinedBars | null;
  entitled: Entitlements;
  /** Of an operator, whose terminals are a source of prices, whatever they pay. */
  operator: boolean;
}>;

/** Grades a call, and keeps the newest bars of a paying user's live one for others to be held against. */
export async function standingOf(
  db: Db,
  { bar, input, joined, entitled, operator }: Call,
  now: number,
): Promise<Standing> {
  const { snapshot, bars = [] } = input;
  const clockClass = clockClassOf(snapshot.timeframe, bar.asOf.getTime(), now);
  const standing = {
    clockClass,
    grade: 'alone',
    agreedBy: 0,
    markedBars: countJumps(bars),
  } as const;
  if (!joined) return standing;
  // Who says another thing of a bar than before contradicts nobody else.
  if (joined.restated) return { ...standing, grade: 'contradicted' };
  if (clockClass === 'replayed') return standing;
  const own = { ...bar, digits: snapshot.digits };
  const pays = entitled.source === 'subscription' || entitled.source === 'payment';
  if (pays || operator) await tellBars(db, { ...own, bars: newestBars(joined, joined.sent) });
  const compared = await compareBars(db, { ...own, bars: newestBars(joined, NEWEST_BARS) });
  return { ...standing, ...gradeNewest(compared) };
}

/** The newest of joined bars, oldest first: so many, and never more than are compared. */
function newestBars({ packed }: JoinedBars, most: number) {
  const all = countRawBars(packed);
  const count = Math.min(all, most, NEWEST_BARS);
  return Array.from({ length: count }, (_, index) => rawBarAt(packed, all - count + index));
}
