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
