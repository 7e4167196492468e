import { msg } from '@lingui/core/runtime-macro';
import type { PlanName } from '@quorate/contract/plans';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import { type Counted, countAgainst } from '../../http/rate-limit.ts';
import type { Clock } from '../../process/clock.ts';
import { countWords } from '../../words/figures.ts';
import type { I18n } from '../../words/i18n.ts';
import { readEntitlements } from '../billing/entitlements/entitlements.queries.ts';

/** Rows that stand for one count, so that a day of a busy user is a list of hundreds and not of thousands. */
export const ROWS_PER_COUNT = 100;

/**
 * Rows of each kind that an account may send in 24 hours, what is stored already included. A report of
 * fifty thousand trades fits within Free, and a month of five hundred trades a day four times.
 */
export const ROWS_A_DAY = {
  Free: 60_000,
  Starter: 120_000,
  Pro: 240_000,
  Elite: 480_000,
} as const satisfies Record<PlanName, number>;

const DAY_MS = 86_400_000;
const MOST_REMEMBERED = 10_000;

export type StoredKind = 'trades' | 'outcomes';

const WORDS = {
  trades: (said: { rows: string; plan: string }) =>
    msg`${{ rows: said.rows }} trades in 24 hours on the ${{ plan: said.plan }} plan`,
  outcomes: (said: { rows: string; plan: string }) =>
    msg`${{ rows: said.rows }} outcomes in 24 hours on the ${{ plan: said.plan }} plan`,
} as const satisfies Record<StoredKind, unknown>;

/** @throws AppError rate_limited, with the seconds until more fits; then nothing of the batch is to be stored */
export type CountRows = (userId: UserId, kind: StoredKind, rows: number) => Promise<void>;

/** What is left over from a full count is kept here, for each copy of the service by itself. */
export function createRowCount(deps: Readonly<{ db: Db; clock: Clock }>): CountRows {
  const leftOver = new Map<string, number>();
  return async (userId, kind, rows) => {
    const key = `${kind} ${userId}`;
    const sum = (leftOver.get(key) ?? 0) + rows;
    const counts = Math.floor(sum / ROWS_PER_COUNT);
    if (counts > 0) await count(deps, userId, kind, counts);
    if (leftOver.size >= MOST_REMEMBERED) leftOver.clear();
    leftOver.set(key, sum % ROWS_PER_COUNT);
  };
}

async function count(
  deps: Readonly<{ db: Db; clock: Clock }>,
  userId: UserId,
  kind: StoredKind,
  counts: number,
): Promise<void> {
  const { plan } = await readEntitlements(deps, userId);
  const rows = ROWS_A_DAY[plan.name];
  const limit = {
    what: `stored_${kind}`,
    limit: rows / ROWS_PER_COUNT,
    windowMs: DAY_MS,
    words: (i18n: I18n) => i18n.t(WORDS[kind]({ rows: countWords(i18n, rows), plan: plan.name })),
  };
  const counted: Counted[] = [];
  try {
    for (let at = 0; at < counts; at += 1) counted.push(await countAgainst(deps, limit, userId));
  } catch (error) {
    for (const each of counted) await each.giveBack();
    throw error;
  }
}
