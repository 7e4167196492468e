import type { EventKind } from '@quorate/record/leaf';
import type { GeneratedAlways } from 'kysely';
import type { Moment, NullableMoment } from './column-types.ts';

/** One for each account, and one for what concerns all accounts of a user. */
export type RecordStreamsTable = {
  user_id: string;
  /** The account, or the user. */
  subject_id: string;
  /** What the log calls it: HMAC-SHA256 of user and subject, its first half in hex. */
  id: string;
  /** Of that HMAC, in hex: whoever is told it knows whose the stream is. */
  key: string;
  entries: number;
};

export type RecordEntriesTable = {
  user_id: string;
  subject_id: string;
  /** From 1 on, without a gap. */
  position: number;
  kind: EventKind;
  at: Moment;
  terminal_at: NullableMoment;
  /** Canonical JSON; null, as the others, once it was erased. */
  body: string | null;
  body_salt: Uint8Array | null;
  /** Amounts of money and names of accounts; null where there are none, too. */
  private: string | null;
  private_salt: Uint8Array | null;
  erased_at: NullableMoment;
};

/** What a user shows of an account to everybody. */
export type PublicRecordsTable = {
  user_id: string;
  account_id: string;
  /** As its owner writes it. */
  name: string;
  /** In small letters: what it is found by. */
  name_key: string;
  /** What it looks like (`skeletonOf`): no other record may look the same. */
  looks: string;
  shows_open: boolean;
  shows_money: boolean;
  listed: boolean;
  published_at: Moment;
  /** Of the last change: what was computed before it is not shown any more. */
  changed_at: Moment;
};

export type LogOutboxTable = {
  user_id: string;
  id: GeneratedAlways<number>;
  stream: string;
  position: number;
  leaf: string;
};

export type LogLeavesTable = {
  /** From 0 on, without a gap. */
  leaf_index: number;
  stream: string;
  position: number;
  leaf: string;
};

/** Hashes of the tree, 256 in a full row; a narrower tile is the beginning of it. */
export type LogTilesTable = { level: number; tile: number; hashes: Uint8Array };

export type LogStateTable = { one: boolean; origin: string; size: number };

export type LogCheckpointsTable = {
  id: GeneratedAlways<number>;
  size: number;
  /** A signed note. */
  note: string;
  signed_at: Moment;
  /** What an authority of time says of it (RFC 3161). */
  stamp: Uint8Array | null;
  stamped_at: NullableMoment;
};

export type LogKeysTable = {
  id: GeneratedAlways<number>;
  /** As people hand it on. */
  key: string;
  /** What says that it follows the one before; null of the first. */
  note: string | null;
  since: Moment;
};

export type LogWitnessesTable = {
  name: string;
  /** The largest tree that it has seen. */
  size: number;
  cosigned_at: NullableMoment;
  failed_at: NullableMoment;
  failure: string | null;
};

/** One row, once an authority of time was asked. */
export type LogStampingTable = {
  one: boolean;
  /** When it may be asked again. */
  next_at: Moment;
  /** In a row. */
  failures: number;
  failed_at: NullableMoment;
  failure: string | null;
};
