import {
  CHECKLIST_ITEMS,
  type Checklist,
  type ChecklistItemId,
  getChecklist,
  saveChecklist,
} from '@quorate/contract/checklist';
import type { UserId } from '@quorate/values/ids';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import type { Route } from '../../http/endpoint.ts';
import type { Clock } from '../../process/clock.ts';

type ChecklistDeps = Readonly<{
  db: Db;
  clock: Clock;
  /** Tells whoever looks on, in the transaction that stores the items. */
  announce(db: Db, userId: UserId, topic: 'setup'): Promise<void>;
}>;

export function registerChecklist(route: Route, { db, clock, announce }: ChecklistDeps): void {
  route(getChecklist, async (_input, { user }) => ({
    success: true,
    checklist: await wholeChecklist(db, user.id),
  }));

  route(saveChecklist, async ({ body }, { user }) => {
    const now = new Date(clock.now());
    if (user.session.kind === 'browser') await saveItems(db, user.id, body.checklist, now);
    else await saveFound(user.id, doneIn(body.checklist), now);
    return { success: true, checklist: await wholeChecklist(db, user.id) };
  });

  /** A page that shows the list hears of what a device has found; of its own clicks it knows. */
  async function saveFound(userId: UserId, found: Checklist, now: Date): Promise<void> {
    await inTransaction(db, async (tx) => {
      const before = await findChecklist(tx, userId);
      await saveItems(tx, userId, found, now);
      const isNews = Object.keys(found).some((id) => before.get(id) !== true);
      if (isNews) await announce(tx, userId, 'setup');
    });
  }
}

/** A device has not seen what its owner has done elsewhere, or with another terminal: it turns nothing off. */
function doneIn(items: Checklist): Checklist {
  return Object.fromEntries(Object.entries(items).filter(([, done]) => done));
}

/** Every item, so that a screen need not know what an absent one means. */
async function wholeChecklist(db: Db, userId: UserId): Promise<Checklist> {
  const saved = await findChecklist(db, userId);
  return Object.fromEntries(CHECKLIST_ITEMS.map(({ id }) => [id, saved.get(id) ?? false]));
}

async function findChecklist(db: Db, userId: UserId): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('checklist_items')
    .select(['item_id', 'done'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map((row) => [row.item_id, row.done]));
}

/** Saves the items given and leaves the others: two tabs that tick different items do not undo each other. */
async function saveItems(db: Db, userId: UserId, items: Checklist, now: Date): Promise<void> {
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
