import type { Db } from '../../../db/tables.ts';

/** How far something that reads the provider's record has come. */
export async function findPosition(db: Db, name: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('provider_progress')
    .select('position')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.position;
}

export async function savePosition(db: Db, name: string, position: Date): Promise<void> {
  await db
    .insertInto('provider_progress')
    .values({ name, position })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ position }))
    .execute();
}

/** @returns whether any of them was there; of several that drop the same one at once, one hears that */
export async function dropPositions(db: Db, names: readonly string[]): Promise<boolean> {
  const dropped = await db
    .deleteFrom('provider_progress')
    .where('name', 'in', names)
    .returning('name')
    .execute();
  return dropped.length > 0;
}

/**
 * Living subscriptions whose period ended without news of what came then, and those that nothing was heard
 * of since a moment. Those that are being asked for are left out.
 */
export async function findSilentSubscriptions(
  db: Db,
  { endedBefore, heardBefore, most }: { endedBefore: Date; heardBefore: Date; most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions as s')
    .select('s.id')
    .where('s.status', '<>', 'canceled')
    .where((row) =>
      row.or([row('s.period_end', '<', endedBefore), row('s.updated_at', '<', heardBefore)]),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('tasks as t')
            .select('t.kind')
            .where('t.kind', '=', 'fetch_subscription')
            .whereRef('t.subject', '=', 's.id'),
        ),
      ),
    )
    .orderBy('s.updated_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Bills that money was or is expected for, and whose end is not known. */
export async function findUnfinishedTransactions(
  db: Db,
  { since, until, most }: { since: Date; until: Date; most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions as b')
    .select('b.id')
    .where('b.status', 'in', ['billed', 'past_due', 'paid'])
    .where('b.provider_created_at', '>', since)
    .where('b.provider_created_at', '<', until)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('tasks as t')
            .select('t.kind')
            .where('t.kind', '=', 'fetch_transaction')
            .whereRef('t.subject', '=', 'b.id'),
        ),
      ),
    )
    .orderBy('b.updated_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
