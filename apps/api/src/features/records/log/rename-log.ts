import { keyChangeNote } from '@quorate/record/key-chain';
import { verifierKeyText } from '@quorate/tlog/note';
import { instant, isoFromInstant } from '@quorate/values/instant';
import { inTransaction } from '../../../db/in-transaction.ts';
import { findKey, findLog, lockLog, storeKeyChange } from './log.queries.ts';
import { originOf, verifierKeyOf } from './log-key.ts';
import { type LogDeps, LogKeyError, sequence } from './sequence.ts';

/** Why a log cannot go on under a name, in a sentence. */
export class RenameLogError extends Error {
  override name = 'RenameLogError';
}

/** Host and path, as an address without its scheme: what witnesses and tools name a log by. */
const NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:\/[A-Za-z0-9._~-]+)+$/;
const NAME_MAX = 200;

/** @throws RenameLogError */
export function expectLogName(name: string): void {
  if (!NAME.test(name) || name.length > NAME_MAX)
    throw new RenameLogError(
      `A log is called by an address without its scheme, such as quorate.example/log2, and not ${name}.`,
    );
}

/**
 * Has the log go on under another name, from its newest entry on: after a backup was restored its tree is not the one that
 * others saw, and under the same name it would be a fork. The key stays, and signs under both names that one follows the
 * other; that is an entry of the log.
 *
 * @returns false where the log has that name already
 * @throws RenameLogError, LogKeyError
 */
export async function renameLog(deps: LogDeps, name: string): Promise<boolean> {
  expectLogName(name);
  const changed = await inTransaction(deps.db, (tx) => changeName({ ...deps, db: tx }, name));
  // Signed under the new name before anybody reads a checkpoint under the old one beside the new key.
  if (changed) await sequence(deps);
  return changed;
}

async function changeName(
  { db, clock, logKey, publicUrl }: LogDeps,
  name: string,
): Promise<boolean> {
  if (!(await findLog(db)))
    throw new RenameLogError('The log is empty: it has nothing to go on from.');
  const { origin } = await lockLog(db, originOf(publicUrl));
  if (origin === name) return false;
  const before = verifierKeyOf(logKey, origin);
  const known = await findKey(db);
  if (known !== undefined && known !== verifierKeyText(before))
    throw new LogKeyError(known, verifierKeyText(before));
  const since = new Date(clock.now());
  const now = verifierKeyOf(logKey, name);
  const at = isoFromInstant(instant(since.getTime()));
  const note = keyChangeNote({ at, before, now }, { before: logKey.sign, now: logKey.sign });
  await db.updateTable('log_state').set({ origin: name }).execute();
  await storeKeyChange(db, { key: verifierKeyText(now), note, since });
  return true;
}
