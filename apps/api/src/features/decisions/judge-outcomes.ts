import type { FirstTouch, OutcomeInput } from '@quorate/contract/decision-outcomes';
import { snapshot, timeframe } from '@quorate/contract/decisions';
import { gradeOf, isSameBar, type MarketGrade } from '@quorate/trading/market/agreement';
import { closeTimeAt, timeframeMs } from '@quorate/trading/market/candle';
import { fillFault } from '@quorate/trading/market/plausible';
import {
  countRawBars,
  findRawBar,
  packRawBars,
  RAW_BAR_BYTES,
  rawBarAt,
  seriesOfRaw,
} from '@quorate/trading/market/raw-bars';
import { snapshotBarOf } from '@quorate/trading/market/snapshot';
import { watchFirstTouch } from '@quorate/trading/simulation/first-touch';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import { compareBars } from '../market/agreement.ts';
import type { BarStore } from '../market/bar-store.ts';
import type { Decided } from './outcomes.queries.ts';

/** What price did first after a decision, as far as it is known. */
export type Touch = Readonly<{
  firstTouch: FirstTouch;
  grade: MarketGrade;
  /** Close of the bar; null where a bot of before has told of it without its bars. */
  touchedAt: Date | null;
}>;

type JudgeDeps = Readonly<{ db: Db; barStore: BarStore }>;
type Judged = Readonly<{ userId: UserId; outcome: OutcomeInput; decision: Decided }>;

/**
 * Finds what price did first in the bars of a report, which have to be those that are kept. Without bars what
 * the report says counts.
 *
 * @returns null where it is not known yet, whatever the report says
 */
export async function judgeTouch(deps: JudgeDeps, judged: Judged): Promise<Touch | null> {
  const { outcome, decision } = judged;
  const { raw_bars: bars, first_touch: told } = outcome;
  const doubted = decision.market_grade === 'contradicted';
  if (bars.length === 0) {
    const grade = doubted ? 'contradicted' : 'alone';
    return told === null ? null : { firstTouch: told, grade, touchedAt: null };
  }
  const seen = snapshot.parse(JSON.parse(decision.snapshot));
  const packed = packRawBars(bars);
  const series = seriesOfRaw({ ...seen, timeframe: timeframe.parse(decision.timeframe) }, packed);
  const watch = watchFirstTouch(series, { after: 0, atrPoints: seen.atr_points });
  for (let index = 1; index < series.length; index += 1) {
    const firstTouch = watch.barClosed(index);
    if (firstTouch === null) continue;
    const touchedAt = new Date(closeTimeAt(series, index));
    const said = snapshotBarOf(series, 0, seen.atr_points);
    const fits = said.every((figure, place) => figure === seen.bars.at(-1)?.[place]);
    const known = packed.subarray(0, (index + 1) * RAW_BAR_BYTES);
    if (doubted || !fits || (await differsFromKept(deps, judged, known)))
      return { firstTouch, grade: 'contradicted', touchedAt };
    return { firstTouch, grade: await gradeTouch(deps, judged, known), touchedAt };
  }
  return null;
}

/** Whether the bars that are kept say that a fill lies outside of its bar; false where they do not reach it. */
export async function isFillOutside(
  deps: JudgeDeps,
  { userId, outcome: { fill, order }, decision }: Judged,
): Promise<boolean> {
  if (!fill) return false;
  const seen = snapshot.parse(JSON.parse(decision.snapshot));
  const kept = await deps.barStore.read(deps.db, { ...decision, userId });
  if (!kept || kept.digits !== seen.digits) return false;
  const from = findRawBar(kept.bars, openedAt(decision) / 1_000);
  if (from < 0) return false;
  const count = Math.min(countRawBars(kept.bars) - from, FILL_BARS);
  const bars = Array.from({ length: count }, (_, index) => rawBarAt(kept.bars, from + index));
  const scale = 10 ** seen.digits;
  const spread = order ? Math.abs(order.ask - order.bid) : seen.spread_points / scale;
  const fault = fillFault(
    { price: fill.price, at: Date.parse(fill.at) },
    { timeframe: seen.timeframe, bars, digits: seen.digits },
    { spread, atr: seen.atr_points / scale },
  );
  return fault !== null;
}

/** An order is filled within so many bars, or never. */
const FILL_BARS = 10;

/** Whether the account has said another thing of these bars before, or of others between them. */
async function differsFromKept(
  { db, barStore }: JudgeDeps,
  { userId, decision }: Judged,
  bars: Uint8Array,
): Promise<boolean> {
  const kept = await barStore.read(db, { ...decision, userId });
  const from = kept ? findRawBar(kept.bars, rawBarAt(bars, 0)[0]) : -1;
  if (!kept || from < 0) return false;
  const { digits } = kept;
  const both = Math.min(countRawBars(bars), countRawBars(kept.bars) - from);
  for (let index = 0; index < both; index += 1) {
    const [bar, before] = [rawBarAt(bars, index), rawBarAt(kept.bars, from + index)];
    if (bar[0] !== before[0] || !isSameBar({ bar, digits }, { bar: before, digits })) return true;
  }
  return false;
}

/** Agreed where others have the bar that was decided on, and the one of the touch; of live decisions alone. */
export async function gradeTouch(
  { db }: Pick<JudgeDeps, 'db'>,
  { userId, decision }: Pick<Judged, 'userId' | 'decision'>,
  packed: Uint8Array,
): Promise<MarketGrade> {
  if (decision.clock_class !== 'live') return 'alone';
  const { digits } = snapshot.parse(JSON.parse(decision.snapshot));
  const bars = Array.from({ length: countRawBars(packed) }, (_, index) => rawBarAt(packed, index));
  const grades = (await compareBars(db, { ...decision, userId, digits, bars })).map(gradeOf);
  if (grades.includes('contradicted')) return 'contradicted';
  return grades.at(0) === 'agreed' && grades.at(-1) === 'agreed' ? 'agreed' : 'alone';
}

function openedAt({ as_of, timeframe: of }: Decided): number {
  return as_of.getTime() - timeframeMs(timeframe.parse(of));
}
