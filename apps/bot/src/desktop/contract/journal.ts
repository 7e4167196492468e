import { isoTime } from '@quorate/contract/fields';
import { z } from 'zod';
import { defineLocal } from './local-endpoint.ts';

const named = z.object({ name: z.string().min(1).max(40) });
const page = {
  /** Cursor of the page before; absent for the newest. */
  before: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};

/** One trade as the journal of this computer has it. */
export const shownTrade = z.object({
  position_ticket: z.string(),
  symbol: z.string(),
  type: z.enum(['BUY', 'SELL']),
  volume: z.number(),
  digits: z.int(),
  opened_at: isoTime,
  closed_at: isoTime.nullable(),
  price: z.number(),
  close_price: z.number().nullable(),
  stop_loss: z.number().nullable(),
  take_profit: z.number().nullable(),
  /** Net, in `currency`. */
  profit: z.number(),
  currency: z.string(),
  status: z.enum(['OPEN', 'CLOSED']),
  account_type: z.enum(['demo', 'real']),
  /** Whether the service has it. */
  synced: z.boolean(),
});
export type ShownTrade = z.output<typeof shownTrade>;

export const listTrades = defineLocal({
  method: 'GET',
  path: '/api/configurations/:name/trades',
  summary: 'Trades of a configuration, newest first',
  params: named,
  query: z.object(page),
  reply: z.object({ trades: z.array(shownTrade), next: z.string().nullable() }),
});

/** What happened, in words: a decision, a refusal with its figures, an order, a limit, an owner's order. */
export const journalLine = z.object({
  id: z.string(),
  at: isoTime,
  kind: z.string(),
  symbol: z.string().nullable(),
  text: z.string(),
});
export type JournalLine = z.output<typeof journalLine>;

export const listJournal = defineLocal({
  method: 'GET',
  path: '/api/configurations/:name/journal',
  summary: 'What the bot did, newest first',
  params: named,
  query: z.object(page),
  reply: z.object({ lines: z.array(journalLine), next: z.string().nullable() }),
});

export const LOG_SOURCES = ['bot', 'terminal', 'expert'] as const;

export const readLog = defineLocal({
  method: 'GET',
  path: '/api/configurations/:name/logs/:source',
  summary: 'The end of a log, oldest line first',
  params: named.extend({ source: z.enum(LOG_SOURCES) }),
  query: z.object({ lines: z.coerce.number().int().min(1).max(1_000).default(200) }),
  reply: z.object({
    /** null where there is none yet. */
    file: z.string().nullable(),
    lines: z.array(z.string()),
  }),
});
