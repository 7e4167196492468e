import { keyChangeNote } from '@quorate/record/key-chain';
import { readVerifierKey, verifierKeyText } from '@quorate/tlog/note';
import { instant, isoFromInstant } from '@quorate/values/instant';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import { findKey, lockLog, storeKey, storeKeyChange } from './log.queries.ts';
import { type LogKey, originOf, verifierKeyOf } from './log-key.ts';

type RotateDeps = Readonly<{ db: Db; clock: Clock; publicUrl: string }>;

/** Why a key cannot be exchanged, in a sentence. */
export class RotateKeyError extends Error {
  override name = 'RotateKeyError';
}

/**
 * Has the log go on with another key. What both keys have signed leads whoever trusts the one before to the new one; it
 * is an entry of the log. Where the key before is lost only the new one signs, and nobody is led there.
 *
 * @param before null where it is lost
 * @returns false where the log is signed with the key of now already
 * @throws RotateKeyError
 */
export async function rotateKey(
  { db, clock, publicUrl }: RotateDeps,
  { now, before }: Readonly<{ now: LogKey; before: LogKey | null }>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { origin } = await lockLog(tx, originOf(publicUrl));
    const known = await findKey(tx);
    const key = verifierKeyOf(now, origin);
    const text = verifierKeyText(key);
    if (known === text) return false;
    const since = new Date(clock.now());
    if (known === undefined) {
      await storeKey(tx, { key: text, note: null, since });
      return true;
    }
    const signed = readVerifierKey(known);
    if (!signed) throw new RotateKeyError(`The key of the log cannot be read: ${known}`);
    if (before && verifierKeyText(verifierKeyOf(before, origin)) !== known)
      throw new RotateKeyError(
        `The log is signed with ${known}, which is not made of the secret that was given. Nothing was changed.`,
      );
    const at = isoFromInstant(instant(since.getTime()));
    const note = keyChangeNote(
      { at, before: signed, now: key },
      { before: before?.sign ?? null, now: now.sign },
    );
    await storeKeyChange(tx, { key: text, note, since });
    return true;
  });
}
