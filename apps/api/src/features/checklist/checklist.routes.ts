import {
  CHECKLIST_ITEMS,
  type Checklist,
  getChecklist,
  saveChecklist,
} from '@quorate/contract/checklist';
import type { UserId } from '@quorate/values/ids';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import type { Route } from '../../plugins/endpoint.ts';
import { findChecklist, saveItems } from './checklist.queries.ts';

export function registerChecklist(route: Route, { db, clock }: { db: Db; clock: Clock }): void {
  route(getChecklist, async (_input, { user }) => ({
    success: true,
    checklist: await wholeChecklist(db, user.id),
  }));

  route(saveChecklist, async ({ body }, { user }) => {
    await saveItems(db, user.id, body.checklist, new Date(clock.now()));
    return { success: true, checklist: await wholeChecklist(db, user.id) };
  });
}

/** Every item, so that a screen need not know what an absent one means. */
async function wholeChecklist(db: Db, userId: UserId): Promise<Checklist> {
  const saved = await findChecklist(db, userId);
  return Object.fromEntries(CHECKLIST_ITEMS.map(({ id }) => [id, saved.get(id) ?? false]));
}
