import type { FloorsStateJson, RuleSetJson } from '@quorate/contract/rule-sets';
import type { ColumnType } from 'kysely';
import type { Json, Moment, NullableMoment } from './column-types.ts';

type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>;

/** The lock and the floor of the rules before, which a change of the rules does not lift. Minor units. */
export type CarriedLock = Readonly<{ since: string; until: string | null; floor: number }>;

/** What its owner chose for an account; `rule_set` is null where the bot's own limits hold. */
export type RuleSetsTable = {
  user_id: string;
  account_id: string;
  rule_set: JsonOrNull<RuleSetJson>;
  /** Counts the changes, from 1. */
  revision: number;
  carried_lock: JsonOrNull<CarriedLock>;
  /** The last time that its owner moved the total floor. */
  rebase_id: string | null;
  rebase_at: NullableMoment;
  set_at: Moment;
};

/** A change by its owner, with what was known of the account then; money in minor units. */
export type RuleSetChangesTable = {
  user_id: string;
  /** Made by the caller. */
  id: string;
  account_id: string;
  kind: 'chosen' | 'rebased';
  rule_set: JsonOrNull<RuleSetJson>;
  before: JsonOrNull<RuleSetJson>;
  equity: number | null;
  floor: number | null;
  open_positions: number | null;
  confirmed: boolean;
  at: Moment;
};

/** An economic event of the operator's calendar. */
export type CalendarEventsTable = {
  at: Moment;
  currency: string;
  title: string;
  importance: 'high' | 'medium' | 'low';
  /** Since when the service knows of it. */
  known_at: Moment;
};

/** What the calendar covers, and when it was last read. */
export type CalendarCoverTable = {
  one: boolean;
  covers_from: NullableMoment;
  covers_until: NullableMoment;
  read_at: Moment;
};

/** Which notices have been sent, so that each is sent once. */
export type ToldOfFloors = Readonly<{
  /** Rule set, line and turn of each approach. */
  near?: readonly string[];
  /** Since when the lock that was told of holds; null once its end was told. */
  locked?: string | null;
}>;

/** The newest report of an account; money in minor units. */
export type FloorReportsTable = {
  user_id: string;
  account_id: string;
  run_id: string;
  seq: number;
  /** By the bot's clock. */
  at: Moment;
  reported_at: Moment;
  rule_set: Json<RuleSetJson>;
  state: Json<FloorsStateJson>;
  /** The highest peak of each line ever reported, by rule set and line. */
  peaks: Json<Readonly<Record<string, number>>>;
  told: Json<ToldOfFloors>;
  revision: number;
  rebase_id: string | null;
  equity: number | null;
  balance: number | null;
  floor: number;
  open_risk: number | null;
  headroom: number | null;
  if_stopped: number | null;
  open_positions: number;
  next_turn: NullableMoment;
  cash_flow: number;
};
