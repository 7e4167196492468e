import {
  endLine,
  entryLine,
  type Heads,
  headerLine,
  headsText,
  measuresLine,
  partLine,
} from '@quorate/record/record-file';
import { notesHash } from '@quorate/record/salted-body';
import {
  openStamped,
  type RecordStamp,
  recordStamp,
  stampedNote,
  stampText,
} from '@quorate/record/stamps/stamped-note';
import { type Checkpoint, readCheckpoint } from '@quorate/tlog/checkpoint';
import { type Hash, subtreesBetween } from '@quorate/tlog/merkle';
import {
  noteText,
  readNote,
  signatureLine,
  type VerifierKey,
  verifierKeyText,
} from '@quorate/tlog/note';
import { consistencyProof } from '@quorate/tlog/proofs';
import { rootInTile, rootsFrom, tileOfSubtree } from '@quorate/tlog/tiles';
import { instant, isoFromInstant } from '@quorate/values/instant';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import { askWitnesses, type WitnessDeps } from './log/ask-witnesses.ts';
import { findNewestCheckpoint, listKeyNotes } from './log/log.queries.ts';
import { verifierKeyOf } from './log/log-key.ts';
import { type LogDeps, LogKeyError, readTileFrom, sequence } from './log/sequence.ts';
import { listStamped } from './log/stamp.queries.ts';
import {
  countLogged,
  findTiles,
  type LoggedLeaf,
  listLogged,
  listParts,
  type StoredParts,
  type StoredStream,
} from './record.queries.ts';

/** Whose streams a file is of, and what of them it shows. */
export type FileOf = Readonly<{
  userId: string;
  streams: readonly StoredStream[];
  /** Whether it says whose they are. */
  opened: boolean;
  /** Whether it has all that they say; what is withheld otherwise. */
  shows(part: 'body' | 'private', entry: LoggedLeaf): boolean;
  whole: boolean;
  /**
   * What is published of it, as canonical JSON; left out where nothing is. It is asked for before `shows`.
   *
   * @param of when the file is made, and how many entries each stream has in it
   */
  measures?(
    of: Readonly<{ madeAt: string; entries: ReadonlyMap<string, number> }>,
  ): Promise<string>;
}>;

/** Entries read at once: each is some thousand bytes. */
const PAGE = 250;

/**
 * Takes in what waits for the log and has it witnessed, so that a file which begins now has all that is on record.
 *
 * To be called before the answer starts: a file that has started can only be cut off.
 *
 * @throws AppError service_unavailable while the service may not sign
 */
export async function updateLog(deps: LogDeps & Pick<WitnessDeps, 'witnesses'>): Promise<void> {
  try {
    await sequence(deps);
  } catch (cause) {
    if (cause instanceof LogKeyError) throw new AppError('service_unavailable', { cause });
    throw cause;
  }
  await askWitnesses(deps);
}

/** Streams as a file, in pieces: at no time more of it is in memory than a page of entries. */
export async function* recordFile(
  deps: Pick<LogDeps, 'db' | 'clock' | 'logKey'>,
  of: FileOf,
): AsyncGenerator<string> {
  const { db, clock, logKey } = deps;
  const newest = await findNewestCheckpoint(db);
  const checkpoint = newest && readCheckpoint(readNote(newest.note)?.text ?? '');
  if (!newest || !checkpoint) throw new Error('the log has no checkpoint that could be read');
  const { origin, size } = checkpoint;
  const keys = await listKeyNotes(db);
  const counts = await countLogged(
    db,
    of.streams.map(({ id }) => id),
    size,
  );
  const streams = of.streams.filter(({ id }) => counts.has(id));
  const key = verifierKeyOf(logKey, origin);
  const stamp = await findStamp(db, { key, keys, tree: checkpoint });
  const madeAt = isoFromInstant(instant(clock.now()));
  const measures = (await of.measures?.({ madeAt, entries: counts })) ?? null;
  const heads: Heads = {
    origin,
    madeAt,
    size,
    checkpoint: notesHash([newest.note, ...keys]),
    opened: of.opened,
    whole: of.whole,
    stamp: stamp ? notesHash([stampText(stamp)]) : null,
    measures: measures === null ? null : notesHash([measures]),
    streams: streams.map(({ id }) => ({ id, entries: counts.get(id) ?? 0 })),
  };
  const text = headsText(heads);
  const line = signatureLine({ ...key, bytes: logKey.sign(text) });
  const owner = {
    user: of.userId,
    streams: streams.map(({ id, key, subject_id: subject }) => ({ id, key, subject })),
  };
  const notes = { checkpoint: newest.note, heads: noteText(text, [line]), keys };
  const named = { key: verifierKeyText(key), owner: of.opened ? owner : null, stamp };
  yield `${headerLine({ ...notes, ...named })}\n`;

  const subjects = new Map(streams.map(({ id, subject_id: subject }) => [id, subject]));
  const after = new Map(streams.map(({ id }) => [id, 0]));
  let told = 0;
  for (;;) {
    const page = await listLogged(db, after, { below: size, limit: PAGE });
    if (page.length === 0) break;
    const parts = await partsOf(db, of.userId, page, subjects);
    const gaps = await readGaps(
      db,
      told,
      page.map(({ leaf_index: index }) => index),
    );
    yield page.map((leaf, at) => linesOf(leaf, gaps[at] ?? [], parts, of)).join('');
    for (const { stream, position } of page) after.set(stream, position);
    told = (page.at(-1)?.leaf_index ?? 0) + 1;
  }
  const [rest = []] = await readGaps(db, told, [size]);
  if (measures !== null) yield `${measuresLine(measures)}\n`;
  yield `${endLine(rest)}\n`;
}

/** Stamps of trees that a lost key has signed are of no use: so many are looked at. */
const STAMPS = 3;

/** The newest stamp that a reader of this tree can check; undefined without any. */
async function findStamp(
  db: Db,
  of: Readonly<{ key: VerifierKey; keys: readonly string[]; tree: Checkpoint }>,
): Promise<RecordStamp | undefined> {
  const { size } = of.tree;
  for (const stamped of await listStamped(db, { upTo: size, limit: STAMPS })) {
    const rootOf = rootsFrom(readTileFrom(db), size);
    const proof = await consistencyProof(stamped.size, size, rootOf);
    const stamp = recordStamp(stampedNote(stamped.note) ?? '', proof, stamped.stamp);
    if (!('rule' in (await openStamped(stamp, of)))) return stamp;
  }
  return undefined;
}

function linesOf(
  leaf: LoggedLeaf,
  gap: readonly Hash[],
  parts: ReadonlyMap<string, StoredParts>,
  of: FileOf,
): string {
  const told = parts.get(placeOf(leaf));
  const lines = [entryLine(leaf.leaf, leaf.leaf_index, gap)];
  if (told?.body && told.body_salt && of.shows('body', leaf))
    lines.push(partLine('body', told.body_salt.toHex(), told.body));
  if (told?.private && told.private_salt && of.shows('private', leaf))
    lines.push(partLine('private', told.private_salt.toHex(), told.private));
  return lines.map((line) => `${line}\n`).join('');
}

function placeOf({ stream, position }: Pick<LoggedLeaf, 'stream' | 'position'>): string {
  return `${stream} ${position}`;
}

async function partsOf(
  db: Db,
  userId: string,
  page: readonly LoggedLeaf[],
  subjects: ReadonlyMap<string, string>,
): Promise<Map<string, StoredParts>> {
  const streams = new Map([...subjects].map(([stream, subject]) => [subject, stream]));
  const places = page.map(({ stream, position }) => ({
    subjectId: subjects.get(stream) ?? '',
    position,
  }));
  const rows = await listParts(db, userId, places);
  return new Map(
    rows.map((row) => {
      const stream = streams.get(row.subject_id) ?? '';
      return [placeOf({ stream, position: row.position }), row];
    }),
  );
}

/**
 * Hashes of what lies between places of the log.
 *
 * @param from the first place that was not told
 * @param to places that are told next, in their order
 */
async function readGaps(db: Db, from: number, to: readonly number[]): Promise<Hash[][]> {
  let start = from;
  const gaps = to.map((end) => {
    const between = subtreesBetween(start, end).map(tileOfSubtree);
    start = end + 1;
    return between;
  });
  const wanted = new Map(gaps.flat().map((tile) => [`${tile.level} ${tile.index}`, tile]));
  const tiles = await findTiles(db, [...wanted.values()]);
  return gaps.map((gap) =>
    gap.map(({ level, index, from: first, count }) => {
      const tile = tiles.get(`${level} ${index}`);
      if (!tile) throw new Error(`tile ${index} of level ${level} is not there`);
      return rootInTile(tile, first, count);
    }),
  );
}
