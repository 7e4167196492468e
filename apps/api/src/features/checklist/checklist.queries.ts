import type { Checklist, ChecklistItemId } from '@quorate/contract/checklist';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';

export async function findChecklist(db: Db, userId: UserId): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('checklist_items')
    .select(['item_id', 'done'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map((row) => [row.item_id, row.done]));
}

/** Saves the items given and leaves the others: two tabs that tick different items do not undo each other. */
export async function saveItems(
  db: Db,
  userId: UserId,
  items: Checklist,
  now: Date,
): Promise<void> {
  const rows = (Object.entries(items) as [ChecklistItemId, boolean][])
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([item_id, done]) => ({ user_id: userId, item_id, done, updated_at: now }));
  if (rows.length === 0) return;
  await db
    .insertInto('checklist_items')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'item_id']).doUpdateSet((row) => ({
        done: row.ref('excluded.done'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute();
}
