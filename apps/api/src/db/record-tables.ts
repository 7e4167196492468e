import type { EventKind } from '@quorate/record/leaf';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Moment, NullableMoment } from './column-types.ts';

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
  /** How many there were at the last count, and the UTC day of that. */
  counted: Generated<number>;
  counted_on: string | null;
  /** How many had come in the day before. */
  grew: Generated<number>;
  /** Up to this position nothing is left to compact. */
  compacted: Generated<number>;
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

/** Decisions whose outcome is agreed, until they are in the sums of the board. */
export type BoardWaitingTable = { user_id: string; decision_id: string };

type BoardVoter = {
  symbol: string;
  timeframe: string;
  analyst: string;
  model: string;
  provider: string;
};

/** Votes of an account's decisions by what they said and what came. */
export type BoardCellsTable = BoardVoter & {
  user_id: string;
  account_id: string;
  /** 1 to 99; 0 for abstentions. */
  hundredth: number;
  ups: number;
  downs: number;
  cost_micro_usd: number;
};

/** The same votes by how long they took, up to a bound. */
export type BoardLatenciesTable = BoardVoter & {
  user_id: string;
  account_id: string;
  bound_ms: number;
  votes: number;
};

/** Votes of a voter on one bar, of all accounts. */
export type BoardMomentsTable = BoardVoter & { as_of: Moment; votes: number };

/** Sums over those: all votes, and the squares of each bar's. */
export type BoardClustersTable = BoardVoter & { votes: number; squares: number };

/** The newest board on record. */
export type BoardPublishedTable = {
  one: boolean;
  /** Of its entry in the board's stream. */
  position: number;
  /** Canonical JSON, as it is on record. */
  body: string;
  /** By row: how much of it each person gave. */
  sources: Json<Record<string, Record<string, string>>>;
  published_at: Moment;
  /** When it was last looked whether there is another one. */
  checked_at: Moment;
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
