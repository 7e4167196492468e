import { shownFloors } from '@quorate/bot/live/shown-floors';
import { riskProfile } from '@quorate/bot/profiles/profile';
import { isoTime } from '@quorate/contract/fields';
import { z } from 'zod';
import { lastBar } from '../contract/runs.ts';

const latch = z.number().nullish();

/** What the limits of a run remember, as its journal has it. */
export const toldLimits = z.object({
  day: z.number(),
  week: z.number(),
  dayStartMinor: z.number(),
  weekStartMinor: z.number(),
  openedToday: z.number(),
  dailyLossLatch: latch,
  weeklyLossLatch: latch,
  weeklyProfitLatch: latch,
  peakMinor: z.number().optional(),
  drawdownLatch: latch,
  lossesInRow: z.number().optional(),
  lossesLatch: latch,
  lossesUntil: latch,
});
export type ToldLimits = z.output<typeof toldLimits>;

const toldPosition = z.object({
  ticket: z.string(),
  symbol: z.string(),
  side: z.enum(['BUY', 'SELL']),
  lots: z.string(),
  open_price: z.string(),
  sl: z.string().nullable(),
  tp: z.string().nullable(),
  profit: z.string(),
  digits: z.int(),
  opened_at: isoTime,
});
export type ToldPosition = z.output<typeof toldPosition>;

/** What a running bot answers to `status`. */
export const botStatus = z.object({
  pid: z.int(),
  /** Name of its configuration. */
  profile: z.string(),
  connected: z.boolean(),
  halted: z.boolean(),
  flattening: z.boolean(),
  limits: toldLimits.nullable(),
  risk: riskProfile,
  terminal_seen_at: isoTime.nullable(),
  service_seen_at: isoTime.nullable(),
  service_there: z.boolean().nullable(),
  problems: z.array(z.string()),
  opening: z.boolean(),
  currency: z.string().nullable().default(null),
  balance: z.number().nullable().default(null),
  equity: z.number().nullable().default(null),
  next_bars: z.array(z.object({ symbol: z.string(), at: isoTime })).default([]),
  /** A bot of an older version tells none. */
  last_bars: z.array(lastBar).catch([]).default([]),
  service_away_since: isoTime.nullable().default(null),
  positions_known: z.boolean().default(false),
  positions: z.array(toldPosition).default([]),
  /** A bot of an older version tells none. */
  floors: shownFloors.nullable().catch(null).default(null),
});
export type BotStatus = z.output<typeof botStatus>;
