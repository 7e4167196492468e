import { type BoardModel, boardModel } from '@quorate/contract/models-board';
import { BOARD_OWNER, type BoardBody } from '@quorate/record/board';
import { readCheckpoint } from '@quorate/tlog/checkpoint';
import { readNote } from '@quorate/tlog/note';
import { inclusionProof } from '@quorate/tlog/proofs';
import { rootsFrom } from '@quorate/tlog/tiles';
import type { Db } from '../../db/tables.ts';
import { findNewestCheckpoint } from '../records/log/log.queries.ts';
import { readTileFrom } from '../records/log/sequence.ts';
import { listParts } from '../records/record.queries.ts';
import { findLeaf, findPublished } from './board.queries.ts';

/** The board as it was published last. */
export type PublishedBoard = Readonly<{
  body: BoardBody;
  /** Its very bytes, which were hashed. */
  text: string;
  models: readonly BoardModel[];
  position: number;
  publishedAt: Date;
  checkedAt: Date;
  /** Null while it waits for the log. */
  leaf: Readonly<{ index: number; text: string }> | null;
}>;

/** @returns null before the first */
export async function readBoard(db: Db): Promise<PublishedBoard | null> {
  const published = await findPublished(db);
  if (!published) return null;
  const { body: text, position } = published;
  // Written by the service itself.
  const body = JSON.parse(text) as BoardBody;
  const leaf = await findLeaf(db, BOARD_OWNER, position);
  return {
    body,
    text,
    models: body.cells.map((cell) => boardModel.parse(cell)),
    position,
    publishedAt: published.published_at,
    checkedAt: published.checked_at,
    leaf: leaf && { index: leaf.leaf_index, text: leaf.leaf },
  };
}

/** What leads from the board's bytes to a signed tree. */
export type BoardProof = Readonly<{
  index: number;
  leaf: string;
  /** 64 hex digits. */
  salt: string;
  size: number;
  /** From the leaf up, RFC 6962. */
  hashes: readonly Uint8Array[];
  checkpoint: string;
}>;

/** @throws Error where the log has not taken the board in */
export async function proveBoard(db: Db, { leaf, position }: PublishedBoard): Promise<BoardProof> {
  const newest = await findNewestCheckpoint(db);
  const size = readCheckpoint(readNote(newest?.note ?? '')?.text ?? '')?.size ?? 0;
  const { userId, subjectId } = BOARD_OWNER;
  const [parts] = await listParts(db, userId, [{ subjectId, position }]);
  if (!newest || !leaf || !parts?.body_salt) throw new Error('the board is not in the log');
  return {
    index: leaf.index,
    leaf: leaf.text,
    salt: parts.body_salt.toHex(),
    size,
    hashes: await inclusionProof(leaf.index, size, rootsFrom(readTileFrom(db), size)),
    checkpoint: newest.note,
  };
}
