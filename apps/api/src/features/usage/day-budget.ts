import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';

/** Tokens set aside for one answer. */
export type Reserved = Readonly<{
  /** Replaces them by what was really taken, on the day they were set aside. */
  settle(db: Db, tokens: number): Promise<void>;
}>;

export type DayBudget = Readonly<{
  /** @returns null when the day has not that many left */
  reserve(db: Db, tokens: number): Promise<Reserved | null>;
}>;

/** A row for each UTC day, and what has been set aside or taken of it. */
type Spending = 'assistant_spending' | 'free_spending';

/**
 * What models may read and write on a UTC day for many callers together. Exact however many services reserve
 * at once. A call that dies unsettled keeps what it reserved: it may have been spent.
 */
export function createDayBudget(
  { clock }: Readonly<{ clock: Clock }>,
  table: Spending,
  tokensPerDay: number,
): DayBudget {
  const spending = sql.table(table);
  return {
    async reserve(db, tokens) {
      if (tokens > tokensPerDay) return null;
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      const { rows } = await sql`
        insert into ${spending} as spending (day, tokens) values (${day}, ${tokens})
        on conflict (day) do update
          set tokens = spending.tokens + excluded.tokens
          where spending.tokens + excluded.tokens <= ${tokensPerDay}::bigint
        returning day
      `.execute(db);
      if (rows.length === 0) return null;
      return {
        settle: async (handle, taken) => {
          await handle
            .updateTable(table)
            .set({ tokens: sql<number>`tokens + ${taken - tokens}::bigint` })
            .where('day', '=', day)
            .execute();
        },
      };
    },
  };
}
