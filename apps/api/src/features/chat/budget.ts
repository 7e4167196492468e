import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';

/** Tokens set aside for one answer. */
export type Reserved = Readonly<{
  /** Replaces them by what was really taken, on the day they were set aside. */
  settle(tokens: number): Promise<void>;
}>;

export type Budget = Readonly<{
  /** @returns null when the day has not that many left */
  reserve(tokens: number): Promise<Reserved | null>;
}>;

/**
 * What the assistant's model may read and write on a UTC day, all its callers together. Exact however many
 * services reserve at once. A call that dies unsettled keeps what it reserved: it may have been spent.
 */
export function createBudget(
  { db, clock }: Readonly<{ db: Db; clock: Clock }>,
  tokensPerDay: number,
): Budget {
  return {
    async reserve(tokens) {
      if (tokens > tokensPerDay) return null;
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      const { rows } = await sql`
        insert into assistant_spending (day, tokens) values (${day}, ${tokens})
        on conflict (day) do update
          set tokens = assistant_spending.tokens + excluded.tokens
          where assistant_spending.tokens + excluded.tokens <= ${tokensPerDay}::bigint
        returning day
      `.execute(db);
      if (rows.length === 0) return null;
      return {
        settle: async (taken) => {
          await db
            .updateTable('assistant_spending')
            .set({ tokens: sql<number>`tokens + ${taken - tokens}::bigint` })
            .where('day', '=', day)
            .execute();
        },
      };
    },
  };
}
