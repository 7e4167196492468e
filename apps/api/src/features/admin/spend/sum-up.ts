import { DAY_MS } from '@quorate/values/instant';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import { addSpan, beginSums, findFirstDecision, lockSummedUntil } from './sum-up.queries.ts';

type Deps = Readonly<{ db: Db; clock: Clock }>;

const HOUR_MS = 3_600_000;
/** A decision is stored well within this time after the moment that it bears. */
const LATE_MS = 10 * 60_000;
/** Spans of one run: a record of years is summed up over several runs, each short. */
const SPANS_MAX = 50;

/**
 * Adds to the sums by day what models have cost up to the last full hour, each decision once however many
 * services do it. What comes after is counted when somebody looks.
 *
 * @returns how many spans were added
 */
export async function sumUpSpend({ db, clock }: Deps): Promise<number> {
  const until = Math.floor((clock.now() - LATE_MS) / HOUR_MS) * HOUR_MS;
  for (let spans = 0; spans < SPANS_MAX; spans += 1)
    if (!(await addNextSpan(db, until))) return spans;
  return SPANS_MAX;
}

/** @returns false when there is nothing left to add */
async function addNextSpan(db: Db, until: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const mark = await lockSummedUntil(tx);
    if (mark === null) return begin(tx, until);
    // At most a day at a time, so that no transaction is long.
    const to = Math.min(until, mark.getTime() + DAY_MS);
    if (to <= mark.getTime()) return false;
    await addSpan(tx, mark, new Date(to));
    return true;
  });
}

async function begin(tx: Db, until: number): Promise<boolean> {
  const first = await findFirstDecision(tx);
  if (first === null || first.getTime() >= until) return false;
  await beginSums(tx, new Date(Math.floor(first.getTime() / HOUR_MS) * HOUR_MS));
  return true;
}
