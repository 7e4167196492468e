import { z } from 'zod';
import { defineLocal } from './local-endpoint.ts';

/** One MetaTrader 5 on this computer, and what it says of itself. */
export const foundTerminal = z.object({
  install_folder: z.string(),
  data_folder: z.string(),
  portable: z.boolean(),
  /** The account that was signed in last; null where it does not say. */
  account_number: z.string().nullable(),
  broker_server: z.string().nullable(),
});
export type FoundTerminal = z.output<typeof foundTerminal>;

export const listTerminals = defineLocal({
  method: 'GET',
  path: '/api/terminals',
  reply: z.object({
    terminals: z.array(foundTerminal),
    /** In the order of their names; a server that is not here may be typed. */
    broker_servers: z.array(z.string()),
  }),
});

/** For the picker of the terminal path: a page can show no folders of the computer by itself. */
export const listFolder = defineLocal({
  method: 'GET',
  path: '/api/folders',
  query: z.object({ path: z.string().max(1_000).optional() }),
  reply: z.object({
    /** null: the beginning, above every drive. */
    path: z.string().nullable(),
    /** null at the beginning. */
    parent: z.string().nullable(),
    /** Whether a MetaTrader 5 is in this very folder. */
    is_terminal: z.boolean(),
    folders: z.array(z.object({ name: z.string(), path: z.string(), is_terminal: z.boolean() })),
    /** More folders than are told. */
    truncated: z.boolean(),
  }),
});
