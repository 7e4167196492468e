import {
  type DecisionSums,
  type getDecisionSums,
  RULES_LISTED_MAX,
} from '@quorate/contract/decision-sums';
import type { HandlerInput } from '@quorate/contract/endpoint';
import type { UserId } from '@quorate/values/ids';
import { DAY_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { periodRange } from '../../http/period-range.ts';
import type { Clock } from '../../process/clock.ts';
import { hasPracticeAlone } from '../trades/trades.queries.ts';

type Query = HandlerInput<typeof getDecisionSums>['query'];

/** What became of the decisions of a period, from the sums of its days. */
export async function readDecisionSums(
  { db, clock }: Readonly<{ db: Db; clock: Clock }>,
  userId: UserId,
  query: Query,
): Promise<Omit<DecisionSums, 'success'>> {
  const { from, to } = periodRange(query, clock.now());
  const rows = await findSums(db, userId, {
    accountType: query.account_type,
    from: from && nearestDay(from),
    to: to && nearestDay(to),
  });
  const of = (kind: (typeof rows)[number]['kind']) =>
    rows.filter((row) => row.kind === kind).map(toShown);
  const [held, refused] = [of('held'), of('vetoed')];
  const count = (some: readonly Shown[]) => sumOf(some, ({ decisions }) => decisions);
  const [traded, waiting] = [count(of('traded')), count(of('open'))];
  return {
    decisions: traded + waiting + count(held) + count(refused),
    traded,
    held: count(held),
    waiting,
    refused: {
      decisions: count(refused),
      ended: sumOf(refused, ({ ended }) => ended),
      won: sumOf(refused, ({ won }) => won),
      r: Math.round(sumOf(refused, ({ r }) => r) * 1_000) / 1_000,
    },
    rules: [
      ...held.map((row) => ({ stage: 'verdict' as const, ...row })),
      ...refused.map((row) => ({ stage: 'desk' as const, ...row })),
    ]
      .toSorted((a, b) => b.decisions - a.decisions || (a.rule < b.rule ? -1 : 1))
      .slice(0, RULES_LISTED_MAX),
  };
}

/** The UTC day that begins nearest to a moment. @example nearestDay(new Date('2026-01-31T20:00Z')) // '2026-02-01' */
function nearestDay(at: Date): string {
  return new Date(Math.round(at.getTime() / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
}

type Days = Readonly<{
  accountType: Query['account_type'];
  from: string | null;
  to: string | null;
}>;

function findSums(db: Db, userId: UserId, { accountType, from, to }: Days) {
  return (
    db
      .selectFrom('decision_cells as cell')
      .innerJoin('trading_accounts as account', (join) =>
        join
          .onRef('account.user_id', '=', 'cell.user_id')
          .onRef('account.id', '=', 'cell.account_id'),
      )
      .select([
        'cell.kind',
        'cell.rule',
        sql<number>`sum(cell.decisions)::integer`.as('decisions'),
        sql<number>`sum(cell.ended)::integer`.as('ended'),
        sql<number>`sum(cell.won)::integer`.as('won'),
        sql<number>`sum(cell.r_milli)::bigint`.as('r_milli'),
      ])
      .where('cell.user_id', '=', userId)
      // As with trades: results of a made-up market stand by themselves.
      .where((eb) =>
        accountType === undefined
          ? eb.or([eb('account.account_type', '!=', 'practice'), hasPracticeAlone(userId)])
          : eb('account.account_type', '=', accountType),
      )
      .$if(from !== null, (rows) => rows.where('cell.day', '>=', from as string))
      .$if(to !== null, (rows) => rows.where('cell.day', '<', to as string))
      .groupBy(['cell.kind', 'cell.rule'])
      .having(sql<boolean>`sum(cell.decisions) > 0`)
      .execute()
  );
}

type Row = Awaited<ReturnType<typeof findSums>>[number];
type Shown = Readonly<{ rule: string; decisions: number; ended: number; won: number; r: number }>;

function toShown({ rule, decisions, ended, won, r_milli }: Row): Shown {
  return { rule, decisions, ended, won, r: r_milli / 1_000 };
}

function sumOf(rows: readonly Shown[], of: (row: Shown) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}
