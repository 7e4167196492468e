import type { Generated } from 'kysely';
import type { Moment } from './column-types.ts';

/** What an owner wrote about a trade. */
export type TradeNotesTable = {
  user_id: string;
  account_id: string;
  position_ticket: string;
  note: Generated<string>;
  tags: Generated<string[]>;
  /** The owner's name of the pattern that was traded. */
  setup: string | null;
  updated_at: Moment;
};

/** What an owner wrote about a day of theirs, 2025-01-02. */
export type DayNotesTable = {
  user_id: string;
  day: string;
  note: Generated<string>;
  tags: Generated<string[]>;
  updated_at: Moment;
};

/** A picture of a trade, by account and ticket, or of a day; as WebP, without metadata. */
export type JournalPicturesTable = {
  user_id: string;
  /** Made by the caller. */
  id: string;
  account_id: string | null;
  position_ticket: string | null;
  day: string | null;
  width: number;
  height: number;
  picture: Uint8Array;
  thumb: Uint8Array;
  created_at: Moment;
};

/** Weeks, by their Monday, whose review was put into the outbox for a user. */
export type WeeklyMailsTable = { user_id: string; week: string; queued_at: Moment };

/** How far the mails of a week have come among the users of a zone, in the order of their ids. */
export type WeeklyMailRoundsTable = {
  week: string;
  time_zone: string;
  after_user: string | null;
  done: Generated<boolean>;
  begun_at: Moment;
};
