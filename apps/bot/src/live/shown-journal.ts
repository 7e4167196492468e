import { isoTime } from '@quorate/contract/fields';
import { exitReason } from '@quorate/contract/trades';
import { z } from 'zod';

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
  /** Why it was closed; null where that is not known, and from a bot that does not say. */
  exit_reason: exitReason.nullable().default(null),
  account_type: z.enum(['demo', 'real']),
  /** Whether the service has it. */
  synced: z.boolean(),
});
export type ShownTrade = z.output<typeof shownTrade>;

/** What happened, in words: a decision, a refusal with its figures, an order, a limit, an owner's order. */
export const journalLine = z.object({
  id: z.string(),
  at: isoTime,
  kind: z.string(),
  symbol: z.string().nullable(),
  text: z.string(),
});
export type JournalLine = z.output<typeof journalLine>;
