import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoTime, moneyNumber, priceNumber, symbolName, typedText, uuid } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';
import { accountInput, positionTicket, shownAccount } from './trade-sync.ts';

/** The longest that a heartbeat is held until there is a command, in seconds. */
export const HEARTBEAT_WAIT_MAX_S = 20;

/** Commands that a heartbeat carries or confirms, at most. */
export const HEARTBEAT_COMMANDS_MAX = 20;

/**
 * `active`: opens and manages trades. `reducing`: opens nothing new, manages what is open.
 * `halted`: opens nothing new, and nothing is open.
 */
export const BOT_STATES = ['active', 'reducing', 'halted'] as const;
export const botState = z.enum(BOT_STATES);
export type BotState = z.output<typeof botState>;

/** What its owner may tell a bot. */
export const COMMAND_KINDS = ['entries_off', 'close_all', 'resume'] as const;
export const commandKind = z.enum(COMMAND_KINDS);
export type CommandKind = z.output<typeof commandKind>;

/** A position that was closed on command: the proof is the terminal's own ticket and price. */
export const closedPosition = z.object({
  ticket: positionTicket,
  symbol: symbolName,
  price: priceNumber,
  /** Decimals of the symbol's prices. */
  digits: z.number().int().min(0).max(8),
  /** By the terminal's clock: in a paper run the time of the candle. */
  at: isoTime,
});
export type ClosedPosition = z.output<typeof closedPosition>;

/** What the bot did about a command. */
export const commandResult = z.object({
  closed: z.array(closedPosition).max(200),
  /** Whether new entries are off from then on. */
  entries_off: z.boolean(),
  /** When it was done, by the bot's clock. */
  at: isoTime,
});
export type CommandResult = z.output<typeof commandResult>;

/**
 * With the header `Prefer: wait=10` (RFC 7240) the answer may be held for as many seconds, until there is
 * a command: then it arrives at once.
 */
export const sendHeartbeat = defineEndpoint({
  method: 'POST',
  path: '/api/bot/heartbeat',
  auth: 'user_or_device',
  summary:
    'Tells how a bot is doing and takes its owner’s commands; twice, late or out of order does no harm',
  body: z.object({
    account: accountInput,
    /** One life of a bot's journal. */
    run_id: typedText({ min: 1, max: 64, name: 'The run' }),
    /** Grows with every heartbeat of an account: what is not above the last one changes no status. */
    sequence: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    state: botState,
    /** Major units of the account's currency; null while a run walks what it has walked before. */
    equity: moneyNumber.nullable(),
    balance: moneyNumber.nullable(),
    open_positions: z.number().int().min(0).max(100_000),
    version: typedText({ min: 1, max: 40, name: 'The version' }),
    /** By the bot's clock. */
    at: isoTime,
    /** The last one of this run: a bot that has ended is not silent. */
    ended: z.boolean().default(false),
    acknowledged: z
      .array(z.object({ command_id: uuid, result: commandResult }))
      .max(HEARTBEAT_COMMANDS_MAX)
      .default([]),
    /** Commands that it has and has not carried out yet: they are not sent again. */
    received: z.array(uuid).max(HEARTBEAT_COMMANDS_MAX).default([]),
  }),
  reply: z.object({
    success: z.literal(true),
    /** Oldest first; each comes again until it is named as received or acknowledged. */
    commands: z.array(z.object({ command_id: uuid, kind: commandKind, asked_at: isoTime })),
    /** What its owner last asked for, done or not: a bot that lost its journal keeps to it. */
    entries_off: z.boolean(),
    /** How long the bot should wait before its next heartbeat, in seconds. */
    next_in_s: z.number().int(),
  }),
  counted: 'heartbeats',
  errors: ['unauthorized', 'validation_failed', 'account_mismatch', 'storage_full', 'rate_limited'],
  timeoutMs: (HEARTBEAT_WAIT_MAX_S + 10) * 1_000,
});

export const botCommand = z.object({
  command_id: uuid,
  kind: commandKind,
  asked_at: isoTime,
  /** When the terminal said that it has it. */
  received_at: isoTime.nullable(),
  /** When the service learnt that it was done; null while it waits for the terminal. */
  done_at: isoTime.nullable(),
  result: commandResult.nullable(),
});
export type BotCommand = z.output<typeof botCommand>;

/** Commands shown with each bot, the newest. */
export const SHOWN_COMMANDS = 20;

export const bot = z.object({
  bot_id: uuid,
  account: shownAccount,
  state: botState,
  equity: z.number().nullable(),
  balance: z.number().nullable(),
  open_positions: z.number().int(),
  version: z.string(),
  last_heartbeat_at: isoTime,
  /** When it said that it ends. */
  ended_at: isoTime.nullable(),
  /** Since when it has not been heard of, once that is too long and it has not ended. */
  silent_since: isoTime.nullable(),
  /** Newest first. Those without `done_at` wait for the terminal. */
  commands: z.array(botCommand),
});
export type BotReply = z.output<typeof bot>;

export const listBots = defineEndpoint({
  method: 'GET',
  path: '/api/user/bots',
  auth: 'user',
  summary: 'Bots: those that run first, then the last seen',
  query: z.object(pageQuery),
  reply: z.object({
    success: z.literal(true),
    /** The service's clock, which all the times in here are by. */
    now: isoTime,
    bots: z.array(bot),
    pagination,
  }),
  errors: ['unauthorized', 'validation_failed'],
});

export const commandBot = defineEndpoint({
  method: 'POST',
  path: '/api/user/bots/:bot_id/commands',
  auth: 'user_or_device',
  summary: 'Tells a bot to open nothing more, to close everything, or to go on; twice is once',
  params: z.object({ bot_id: uuid }),
  body: z.object({
    /** Made by the caller, so that it can be sent again. */
    command_id: uuid,
    kind: commandKind,
  }),
  reply: z.object({ success: z.literal(true), command: botCommand }),
  errors: ['unauthorized', 'validation_failed', 'not_found', 'command_conflict', 'rate_limited'],
});
