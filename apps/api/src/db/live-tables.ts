import type { CommandKind, CommandResult } from '@quorate/contract/live';
import type { ColumnType, Generated } from 'kysely';
import type { Moment, NullableMoment } from './column-types.ts';

/** A bot, by the trading account it trades: whatever runs on that account is the same bot. */
export type BotsTable = {
  user_id: string;
  id: string;
  account_id: string;
  run_id: string;
  /** Of the newest heartbeat that counted. */
  sequence: number;
  state: 'active' | 'reducing' | 'halted';
  /** Minor units of the account's currency; null until a heartbeat knew them. */
  equity: number | null;
  balance: number | null;
  open_positions: number;
  version: string;
  last_heartbeat_at: Moment;
  ended_at: NullableMoment;
  created_at: Moment;
};

/** The equity of an account over a minute, an hour or a trading day; money in minor units of its currency. */
export type EquityStepsTable = {
  user_id: string;
  account_id: string;
  step: 'minute' | 'hour' | 'day';
  /** When it began; of a day the server's midnight. */
  at: Moment;
  first_equity: number;
  lowest: number;
  highest: number;
  last_equity: number;
  first_balance: number;
  last_balance: number;
  /** The deepest fall within it, and the peak that it fell from. */
  fall: number;
  fall_from: number;
};

export type BotCommandsTable = {
  user_id: string;
  /** Made by whoever gave it. */
  id: string;
  bot_id: string;
  /** In the order in which they were given. */
  position: Generated<number>;
  kind: CommandKind;
  asked_at: Moment;
  received_at: NullableMoment;
  done_at: NullableMoment;
  result: ColumnType<CommandResult | null, string | null | undefined, string>;
};

/** How often something of a user has changed: what live streams are driven by. */
export type LiveCountsTable = { user_id: string; topic: string; count: number };
