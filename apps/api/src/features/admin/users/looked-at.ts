import { lookedSince, takeTurn } from '../audit/audit.queries.ts';
import { noteAction, type Operator } from '../audit/note-action.ts';
import type { Handle } from './users.deps.ts';

/** How long one line of the audit log stands for an operator's looks at an account. */
const LOOK_MINUTES = 15;

/** Writes down that an operator looked at an account, once for looks that follow each other closely. */
export async function noteLook(
  { db, clock }: Handle,
  operator: Operator,
  userId: string,
): Promise<void> {
  const since = new Date(clock.now() - LOOK_MINUTES * 60_000);
  if (await lookedSince(db, operator.id, userId, since)) return;
  await db.transaction().execute(async (tx) => {
    await takeTurn(tx, operator.id, userId);
    if (await lookedSince(tx, operator.id, userId, since)) return;
    const subject = { kind: 'user', id: userId };
    await noteAction(tx, clock, operator, { action: 'account_looked_at', subject });
  });
}
