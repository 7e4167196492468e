import type { FailedSignInId } from '@quorate/values/ids';
import { newId } from '../../../db/ids.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import { noteEvent } from '../security/events.ts';
import { findByLogin } from '../users.queries.ts';

type Deps = Readonly<{ db: Db; clock: Clock }>;

const BATCH = 200;

/** Keeps a failed sign-in by what was typed: one statement, whether or not it is anybody's name. */
export async function keepFailedSignIn(
  { db, clock }: Deps,
  failed: { typed: string; about: string; address: string },
): Promise<void> {
  await db
    .insertInto('failed_sign_ins')
    .values({ id: newId<FailedSignInId>(), ...failed, at: new Date(clock.now()) })
    .execute();
}

/** Notes failed sign-ins beside the accounts they were tried on, and drops the others. */
export async function noteFailedSignIns(deps: Deps): Promise<number> {
  const waiting = await deps.db
    .selectFrom('failed_sign_ins')
    .select('id')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return eachWaiting(deps.db, waiting, async (tx, id) => {
    const failed = await takeFailedSignIn(tx, id);
    if (!failed) return;
    const account = await findByLogin(tx, failed.typed);
    if (!account) return;
    const { about, address, at } = failed;
    const event = { kind: 'sign_in_failed', about, address, at } as const;
    await noteEvent({ ...deps, db: tx }, account.id, event);
  });
}

function takeFailedSignIn(tx: Db, id: string) {
  return tx
    .deleteFrom('failed_sign_ins')
    .where('id', 'in', (query) =>
      query
        .selectFrom('failed_sign_ins')
        .select('id')
        .where('id', '=', id)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['typed', 'about', 'address', 'at'])
    .executeTakeFirst();
}

/**
 * Handles waiting rows one by one, each in a transaction of its own, so that one that fails holds up no
 * other and is there again at the next turn.
 *
 * @returns how many were handled
 * @throws Error when some failed, with the first one's fault as its cause
 */
async function eachWaiting(
  db: Db,
  rows: readonly { id: string }[],
  handle: (tx: Db, id: string) => Promise<void>,
): Promise<number> {
  const faults: unknown[] = [];
  for (const { id } of rows) {
    try {
      await db.transaction().execute((tx) => handle(tx, id));
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0)
    throw new Error(`${faults.length} of ${rows.length} could not be handled`, {
      cause: faults[0],
    });
  return rows.length;
}
