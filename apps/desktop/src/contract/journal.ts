import { journalLine, shownTrade } from '@quorate/bot/live/shown-journal';
import { z } from 'zod';
import { defineLocal, named } from './local-endpoint.ts';

const page = {
  /** Cursor of the page before; absent for the newest. */
  before: z.string().max(64).nullable().default(null),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};

export const listTrades = defineLocal({
  method: 'GET',
  path: '/api/configurations/:name/trades',
  params: named,
  query: z.object(page),
  reply: z.object({ trades: z.array(shownTrade), next: z.string().nullable() }),
});

export const listJournal = defineLocal({
  method: 'GET',
  path: '/api/configurations/:name/journal',
  params: named,
  query: z.object(page),
  reply: z.object({ lines: z.array(journalLine), next: z.string().nullable() }),
});

export const LOG_SOURCES = ['bot', 'terminal', 'expert'] as const;

export const readLog = defineLocal({
  method: 'GET',
  path: '/api/configurations/:name/logs/:source',
  params: named.extend({ source: z.enum(LOG_SOURCES) }),
  query: z.object({ lines: z.coerce.number().int().min(1).max(1_000).default(200) }),
  reply: z.object({
    /** null where there is none yet. */
    file: z.string().nullable(),
    lines: z.array(z.string()),
  }),
});
