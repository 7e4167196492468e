import { checkpointText } from '@quorate/tlog/checkpoint';
import { leafHash } from '@quorate/tlog/merkle';
import { noteText, signatureLine, verifierKeyText } from '@quorate/tlog/note';
import { growTiles, type ReadTile } from '@quorate/tlog/tiles';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import {
  findKey,
  findNewestCheckpoint,
  findTile,
  lockLog,
  storeCheckpoint,
  storeKey,
  storeLeaves,
  storeTiles,
  takeWaiting,
} from './log.queries.ts';
import { type LogKey, originOf, verifierKeyOf } from './log-key.ts';

export type LogDeps = Readonly<{ db: Db; clock: Clock; logKey: LogKey; publicUrl: string }>;

/** Entries of one transaction: about a tenth of a second. */
const BATCH = 2_000;

/**
 * Moves entries from the outbox into the log and signs the new tree. Safe to run twice and by several copies: one
 * holds the log's row, the others wait and find an empty outbox.
 *
 * @returns how many entries were added
 */
export async function sequence(deps: LogDeps, batch = BATCH): Promise<number> {
  let taken = 0;
  for (;;) {
    const some = await inTransaction(deps.db, (tx) => sequenceSome({ ...deps, db: tx }, batch));
    taken += some;
    if (some < batch) return taken;
  }
}

async function sequenceSome(deps: LogDeps, batch: number): Promise<number> {
  const { db, clock, logKey, publicUrl } = deps;
  const { origin, size } = await lockLog(db, originOf(publicUrl));
  await expectKey(db, logKey, origin, clock);
  const leaves = await takeWaiting(db, batch);
  // An empty log is signed once, so that there is a first checkpoint to grow from.
  if (leaves.length === 0 && (size > 0 || (await findNewestCheckpoint(db)))) return 0;
  if (leaves.length > 0) await storeLeaves(db, size, leaves);
  const hashes = leaves.map(({ leaf }) => leafHash(Buffer.from(leaf)));
  const grown = await growTiles(readTileFrom(db), size, hashes);
  if (grown.tiles.length > 0) await storeTiles(db, grown.tiles);
  const text = checkpointText({ origin, ...grown });
  const line = signatureLine({ ...verifierKeyOf(logKey, origin), bytes: logKey.sign(text) });
  const signedAt = new Date(clock.now());
  await storeCheckpoint(db, {
    size: grown.size,
    note: noteText(text, [line]),
    signed_at: signedAt,
  });
  return leaves.length;
}

/**
 * A new key takes effect only after the `rotate` command: otherwise older files would silently stop verifying, and no
 * reader could tell a rotation from a forged log.
 *
 * @throws LogKeyError
 */
async function expectKey(db: Db, logKey: LogKey, origin: string, clock: Clock): Promise<void> {
  const key = verifierKeyText(verifierKeyOf(logKey, origin));
  const known = await findKey(db);
  if (known === undefined) await storeKey(db, { key, note: null, since: new Date(clock.now()) });
  else if (known !== key) throw new LogKeyError(known, key);
}

/** The service has another key than the log was signed with until now. */
export class LogKeyError extends Error {
  override name = 'LogKeyError';

  constructor(known: string, now: string) {
    super(
      `the log is signed with ${known}, and this service would sign with ${now}: run npm run ledger-key -- rotate`,
    );
  }
}

/** @returns throws Error for a tile that is not there, which says that the log is damaged */
export function readTileFrom(db: Db): ReadTile {
  return async (place) => {
    const hashes = await findTile(db, place);
    if (!hashes) throw new Error(`tile ${place.index} of level ${place.level} is not there`);
    return hashes;
  };
}
