import { toBase64 } from './bytes.ts';
import { type Checkpoint, readCheckpoint, readHash } from './checkpoint.ts';
import type { Hash } from './merkle.ts';
import { type Note, readNote } from './note.ts';

/** What a log asks of a witness (C2SP tlog-witness): to cosign a checkpoint that has grown from one of before. */
export type AddCheckpoint = Readonly<{
  oldSize: number;
  proof: readonly Hash[];
  note: Note;
  /** As it came. */
  noteText: string;
  checkpoint: Checkpoint;
}>;

/** More hashes no proof can have. */
const PROOF_MAX = 63;

/** @returns null for what is no such request, to the byte */
export function readAddCheckpoint(body: string): AddCheckpoint | null {
  const end = body.indexOf('\n\n');
  if (end < 0) return null;
  const [old = '', ...encoded] = body.slice(0, end).split('\n');
  const digits = /^old (0|[1-9]\d*)$/.exec(old)?.[1];
  const oldSize = Number(digits);
  if (digits === undefined || !Number.isSafeInteger(oldSize) || encoded.length > PROOF_MAX)
    return null;
  const proof: Hash[] = [];
  for (const line of encoded) {
    const hash = readHash(line);
    if (!hash) return null;
    proof.push(hash);
  }
  const noteText = body.slice(end + 2);
  const note = readNote(noteText);
  const checkpoint = note && readCheckpoint(note.text);
  return note && checkpoint ? { oldSize, proof, note, noteText, checkpoint } : null;
}

/** @param note of the checkpoint, with all that is signed under it */
export function addCheckpointBody(oldSize: number, proof: readonly Hash[], note: string): string {
  return `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;
}
