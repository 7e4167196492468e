import { DatabaseSync } from 'node:sqlite';
import { type AddCheckpoint, readAddCheckpoint } from '@quorate/tlog/add-checkpoint';
import { EMPTY_ROOT, isSameHash } from '@quorate/tlog/merkle';
import {
  cosignature,
  cosignedText,
  signatureLine,
  type VerifierKey,
  verifyNote,
} from '@quorate/tlog/note';
import { isGrownFrom, type Tree } from '@quorate/tlog/proofs';

export type WitnessAnswer = Readonly<{ status: number; type: string; body: string }>;

export type WitnessSigner = Readonly<{ key: VerifierKey; sign(text: string): Uint8Array }>;

export type Witness = Readonly<{
  /** Answers a log that asks for a cosignature. @param body of the request */
  add(body: string): Promise<WitnessAnswer>;
  /** What was cosigned last of each log: a note. */
  newest(): readonly Readonly<{ origin: string; note: string }>[];
  close(): void;
}>;

const TEXT = 'text/plain; charset=utf-8';

/** A stranger cannot fill the disk with checkpoints: one row a log is kept. */
const TABLE = `
  create table if not exists seen (
    origin text primary key,
    size integer not null,
    root blob not null,
    note text not null,
    cosigned_at integer not null
  ) strict
`;

/**
 * Sees that a log only ever grows, and says so under its own name (C2SP tlog-witness, tlog-cosignature). It keeps the
 * newest tree of each log on disk before it answers, so that it refuses a smaller one or a fork after a restart, too.
 *
 * @param file of its database
 * @param logs keys of the logs that it follows
 * @param clock milliseconds since 1970
 */
export function createWitness(
  file: string,
  {
    signer,
    logs,
    clock,
  }: Readonly<{ signer: WitnessSigner; logs: readonly VerifierKey[]; clock: () => number }>,
): Witness {
  const db = new DatabaseSync(file);
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000');
  db.exec(TABLE);
  const find = db.prepare('select size, root from seen where origin = ?');
  const keep = db.prepare(`
    insert into seen (origin, size, root, note, cosigned_at) values (?, ?, ?, ?, ?)
    on conflict (origin) do update set size = excluded.size, root = excluded.root, note = excluded.note,
      cosigned_at = excluded.cosigned_at
  `);

  function seenOf(origin: string): Tree {
    const row = find.get(origin);
    return row
      ? { size: Number(row.size), root: new Uint8Array(row.root as Uint8Array) }
      : { size: 0, root: EMPTY_ROOT };
  }

  return {
    async add(body) {
      const request = readAddCheckpoint(body);
      if (!request) return refuse(400, 'this is no request of a log');
      const unsigned = await signatureRefusal(request, logs);
      if (unsigned) return refuse(unsigned.status, unsigned.why);
      const { checkpoint, oldSize, noteText, note } = request;
      // One process may share the file with another: looking and keeping are one.
      db.exec('begin immediate');
      try {
        const seen = seenOf(checkpoint.origin);
        if (oldSize <= checkpoint.size && oldSize !== seen.size) {
          db.exec('rollback');
          return { status: 409, type: 'text/x.tlog.size', body: `${seen.size}\n` };
        }
        const refusal = growthRefusal(request, seen);
        if (refusal) {
          db.exec('rollback');
          return refuse(refusal.status, refusal.why);
        }
        const seconds = Math.floor(clock() / 1_000);
        keep.run(checkpoint.origin, checkpoint.size, checkpoint.root, noteText, seconds);
        db.exec('commit');
        const bytes = cosignature(seconds, signer.sign(cosignedText(note.text, seconds)));
        return { status: 200, type: TEXT, body: signatureLine({ ...signer.key, bytes }) };
      } catch (error) {
        if (db.isTransaction) db.exec('rollback');
        throw error;
      }
    },
    newest: () =>
      db
        .prepare('select origin, note from seen order by origin')
        .all()
        .map(({ origin, note }) => ({ origin: String(origin), note: String(note) })),
    close: () => db.close(),
  };
}

function refuse(status: number, why: string): WitnessAnswer {
  return { status, type: TEXT, body: `${why}\n` };
}

type Refusal = Readonly<{ status: 400 | 403 | 404 | 422; why: string }>;

/**
 * What is wrong with a request, apart from what the witness has seen before: no known log has signed it.
 *
 * @param logs keys of the logs that are followed; a log may have several
 */
async function signatureRefusal(
  { note, checkpoint }: AddCheckpoint,
  logs: readonly VerifierKey[],
): Promise<Refusal | null> {
  const keys = logs.filter(({ name }) => name === checkpoint.origin);
  if (keys.length === 0) return { status: 404, why: `${checkpoint.origin} is not followed here` };
  const signed = await Promise.all(keys.map((key) => verifyNote(note, key)));
  const isSigned =
    signed.some(({ kind }) => kind === 'signed') && !signed.some(({ kind }) => kind === 'false');
  return isSigned ? null : { status: 403, why: 'it is not signed with a key of the log' };
}

/** What is wrong with a tree beside the one that was seen last. */
function growthRefusal({ oldSize, proof, checkpoint }: AddCheckpoint, seen: Tree): Refusal | null {
  if (oldSize > checkpoint.size)
    return { status: 400, why: `a tree of ${checkpoint.size} cannot have grown from ${oldSize}` };
  if (checkpoint.size === 0 && !isSameHash(checkpoint.root, EMPTY_ROOT))
    return { status: 422, why: 'an empty tree has another root' };
  return isGrownFrom(oldSize === 0 ? { size: 0, root: EMPTY_ROOT } : seen, checkpoint, proof)
    ? null
    : { status: 422, why: `the tree of ${checkpoint.size} has not grown from that of ${oldSize}` };
}
