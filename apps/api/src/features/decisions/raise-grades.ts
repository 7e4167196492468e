import { snapshot, timeframe } from '@quorate/contract/decisions';
import { timeframeMs } from '@quorate/trading/market/candle';
import { findRawBar, RAW_BAR_BYTES, rawBarAt } from '@quorate/trading/market/raw-bars';
import type { UserId } from '@quorate/values/ids';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import { raiseLearned } from '../calibration/learning.ts';
import { compareBars, gradeNewest, NEWEST_BARS } from '../market/agreement.ts';
import { createBarStore } from '../market/bar-store.ts';
import { appendEvents, type RecordEvent } from '../records/append-events.ts';
import { gradeTouch } from './judge-outcomes.ts';
import { type Decided, findOutcomes, lockDecisions } from './outcomes.queries.ts';
import {
  findAlone,
  findAloneTouches,
  raiseDecision,
  raiseTouches,
} from './raise-grades.queries.ts';
import { outcomeEvents } from './record-events.ts';

type RaiseDeps = Readonly<{ db: Db; clock: Clock }>;

/** A call tells the newest ten bars: what nobody has told after so many will hardly be told. */
const BARS = NEWEST_BARS + 2;
const BATCH = 1_000;
const OF_A_USER = 100;

/**
 * Who asks first about a bar has it alone. Once others have the same bar its grade rises to `agreed`, and that of its
 * outcome where others have the bar of the touch, too: then it counts once in the record of all accounts, and no
 * longer in its user's own. A grade never falls here.
 *
 * @returns how many decisions and outcomes have risen
 */
export async function raiseGrades({ db, clock }: RaiseDeps): Promise<number> {
  const now = new Date(clock.now());
  const alone = await findAlone(db, { now, bars: BARS, limit: BATCH });
  let raised = 0;
  for (const [userId, found] of Map.groupBy(alone, ({ user_id }) => user_id))
    for (let at = 0; at < found.length; at += OF_A_USER) {
      const ids = found.slice(at, at + OF_A_USER).map(({ id }) => id);
      raised += await inTransaction(db, (tx) => raiseSome(tx, { userId, now }, ids));
    }
  return raised;
}

type Owner = Readonly<{ userId: UserId; now: Date }>;

async function raiseSome(db: Db, owner: Owner, ids: readonly string[]): Promise<number> {
  const { userId, now } = owner;
  const barStore = createBarStore();
  const decided = await lockDecisions(db, userId, ids);
  const touches = await findAloneTouches(db, userId, ids);
  const events: RecordEvent[] = [];
  const risen: string[] = [];
  for (const [id, decision] of decided) {
    const kept = await barStore.read(db, { ...decision, userId });
    const { digits } = snapshot.parse(JSON.parse(decision.snapshot));
    const at = kept ? findRawBar(kept.bars, openedAt(decision, decision.as_of)) : -1;
    if (!kept || kept.digits !== digits || at < 0) continue;
    if (decision.market_grade === 'alone') {
      const from = Math.max(0, at - NEWEST_BARS + 1);
      const bars = Array.from({ length: at - from + 1 }, (_, index) =>
        rawBarAt(kept.bars, from + index),
      );
      const compared = await compareBars(db, { ...decision, userId, digits, bars });
      const { grade, agreedBy } = gradeNewest(compared);
      if (grade === 'agreed') {
        await raiseDecision(db, userId, id, agreedBy);
        const told = { decision_id: id, market_grade: grade, agreed_by: agreedBy };
        const place = { userId, subjectId: decision.account_id };
        events.push({ ...place, kind: 'grade', at: now, body: told });
      }
    }
    const touch = touches.find(({ decision_id }) => decision_id === id);
    const end = touch ? findRawBar(kept.bars, openedAt(decision, touch.touched_at)) : -1;
    if (end < at) continue;
    const packed = kept.bars.subarray(at * RAW_BAR_BYTES, (end + 1) * RAW_BAR_BYTES);
    if ((await gradeTouch({ db }, { userId, decision }, packed)) === 'agreed') risen.push(id);
  }
  await raiseTouches(db, owner, risen);
  const known = touches.filter(
    ({ decision_id, first_touch }) => risen.includes(decision_id) && first_touch !== 'neither',
  );
  await raiseLearned(
    db,
    owner,
    known.map(({ decision_id }) => decision_id),
  );
  const rows = risen.length > 0 ? await findOutcomes(db, userId, risen) : [];
  const touchEvents = rows.flatMap((row) => {
    const place = { userId, subjectId: decided.get(row.decision_id)?.account_id ?? userId };
    return outcomeEvents(place, row, { ...row, touch_grade: 'alone' }, null);
  });
  await appendEvents(db, [...events, ...touchEvents]);
  return events.length + risen.length;
}

/** The bar that closed then, by its opening second. */
function openedAt({ timeframe: of }: Pick<Decided, 'timeframe'>, closed: Date): number {
  return Math.floor((closed.getTime() - timeframeMs(timeframe.parse(of))) / 1_000);
}
