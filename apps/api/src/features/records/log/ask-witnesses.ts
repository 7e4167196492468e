import { addCheckpointBody } from '@quorate/tlog/add-checkpoint';
import { readNote, readSignatureLine, type VerifierKey, verifyNote } from '@quorate/tlog/note';
import { consistencyProof } from '@quorate/tlog/proofs';
import { rootsFrom } from '@quorate/tlog/tiles';
import { sql } from 'kysely';
import type { WitnessSettings } from '../../../config/witnesses.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import { readTileFrom } from './sequence.ts';

export type WitnessDeps = Readonly<{
  db: Db;
  clock: Clock;
  witnesses: readonly WitnessSettings[];
}>;

const WAIT_MS = 3_000;
const ANSWER_MAX = 16 * 1024;

/**
 * Has witnesses cosign the newest checkpoint: each that has not yet. One that does not answer is asked again at the next
 * turn; what it said stands on the page for operators.
 *
 * @returns how many have cosigned it now
 */
export async function askWitnesses({ db, clock, witnesses }: WitnessDeps): Promise<number> {
  if (witnesses.length === 0) return 0;
  const newest = await db
    .selectFrom('log_checkpoints')
    .select(['id', 'size', 'note'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return 0;
  const signed = readNote(newest.note)?.signatures ?? [];
  const missing = witnesses.filter(
    ({ key }) => !signed.some(({ name, id }) => name === key.name && id === key.id),
  );
  const answers = await Promise.all(
    missing.map(async (witness) => ({ witness, said: await ask(db, newest, witness) })),
  );
  for (const { witness, said } of answers) {
    const now = new Date(clock.now());
    if ('failure' in said) await noteFailure(db, witness.key, said.failure, now);
    else {
      await sql`
        update log_checkpoints set note = note || ${said.line} where id = ${newest.id}
      `.execute(db);
      await noteCosigned(db, witness.key, newest.size, now);
    }
  }
  return answers.filter(({ said }) => 'line' in said).length + witnesses.length - missing.length;
}

type Said = Readonly<{ line: string }> | Readonly<{ failure: string }>;

async function ask(
  db: Db,
  { size, note }: Readonly<{ size: number; note: string }>,
  witness: WitnessSettings,
): Promise<Said> {
  try {
    const known = await knownSize(db, witness.key.name);
    const first = await post(db, Math.min(known, size), size, note, witness);
    // It knows another tree as the newest: it has told which.
    const told = first.status === 409 ? Number(first.body.trim()) : null;
    if (told === null) return await readAnswer(first, note, witness.key);
    if (!Number.isSafeInteger(told) || told < 0) return { failure: 'it answered no size' };
    if (told > size)
      return {
        failure: `it has seen a tree of ${told} entries, and this log has ${size}: it was cut or restored from a backup`,
      };
    return await readAnswer(await post(db, told, size, note, witness), note, witness.key);
  } catch (error) {
    return { failure: unreached(error) };
  }
}

/** Why there was no answer, in words. */
function unreached(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it did not answer within ${WAIT_MS / 1_000} s`;
  const { cause } = error;
  return cause instanceof Error ? `it cannot be reached: ${cause.message}` : error.message;
}

/**
 * Whether a witness will not cosign this log as it is: it has seen a larger one ('cut'), or one with other entries.
 *
 * @returns null where it may with the next answer
 */
export function disagrees(failure: string): 'cut' | 'other' | null {
  if (failure.startsWith('it has seen a tree of ')) return 'cut';
  return failure.startsWith('it answered 422') ? 'other' : null;
}

type Answer = Readonly<{ status: number; body: string }>;

async function post(
  db: Db,
  oldSize: number,
  size: number,
  note: string,
  { url }: WitnessSettings,
): Promise<Answer> {
  const rootOf = rootsFrom(readTileFrom(db), size);
  const proof = await consistencyProof(oldSize, size, rootOf);
  const answer = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    body: addCheckpointBody(oldSize, proof, note),
    signal: AbortSignal.timeout(WAIT_MS),
    redirect: 'error',
  });
  const body = await answer.text();
  return { status: answer.status, body: body.slice(0, ANSWER_MAX) };
}

/** The line that the witness has signed. What others sign on its way is left alone. */
async function readAnswer({ status, body }: Answer, note: string, key: VerifierKey): Promise<Said> {
  if (status !== 200) return { failure: `it answered ${status}: ${body.trim().slice(0, 200)}` };
  for (const line of body.split('\n').slice(0, -1)) {
    const signature = readSignatureLine(line);
    if (signature?.name !== key.name || signature.id !== key.id) continue;
    const cosigned = readNote(`${note}${line}\n`);
    if (cosigned && (await verifyNote(cosigned, key)).kind === 'signed')
      return { line: `${line}\n` };
  }
  return { failure: 'it answered no signature of its key' };
}

/** The largest tree that a witness is known to have seen. */
async function knownSize(db: Db, name: string): Promise<number> {
  const known = await db
    .selectFrom('log_witnesses')
    .select('size')
    .where('name', '=', name)
    .executeTakeFirst();
  return known?.size ?? 0;
}

async function noteCosigned(db: Db, { name }: VerifierKey, size: number, at: Date): Promise<void> {
  const now = { size, cosigned_at: at, failed_at: null, failure: null };
  await db
    .insertInto('log_witnesses')
    .values({ name, ...now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(now))
    .execute();
}

async function noteFailure(
  db: Db,
  { name }: VerifierKey,
  failure: string,
  at: Date,
): Promise<void> {
  const now = { failed_at: at, failure };
  await db
    .insertInto('log_witnesses')
    .values({ name, size: 0, ...now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(now))
    .execute();
}
