import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** Live streams of one user on one service process. */
export const LIVE_STREAMS_MAX = 10;

/**
 * What may have changed. `trades`: a sync stored or changed some. `usage`: a decision was stored and its
 * tokens counted, or what became of one was stored. `bots`: a heartbeat or a command. `setup`: an app has
 * found a step of the setup done.
 */
export const LIVE_TOPICS = ['trades', 'usage', 'bots', 'setup'] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** How often each topic has changed so far. A hint: whoever reads a higher count reads the figures again. */
export const liveCounts = z.object({
  trades: z.number().int(),
  usage: z.number().int(),
  bots: z.number().int(),
  setup: z.number().int(),
});
export type LiveCounts = z.output<typeof liveCounts>;

/** The data of an event `changed`: the topics that changed since the event before it. */
export const liveChange = z.object({ counts: liveCounts, changed: z.array(z.enum(LIVE_TOPICS)) });
export type LiveChange = z.output<typeof liveChange>;

/**
 * Whoever accepts `text/event-stream` gets events `changed`, whose ids are their counts: `12.5.7.1`. Sent
 * back as Last-Event-ID it tells what changed while nobody listened. Anybody else gets one answer.
 */
export const getLive = defineEndpoint({
  method: 'GET',
  path: '/api/user/live',
  auth: 'user',
  summary:
    'How often trades, usage, bots and setup have changed; as server-sent events while they do',
  reply: z.object({ success: z.literal(true), counts: liveCounts }),
  events: true,
  errors: ['unauthorized', 'live_limit_reached'],
});

/** @example liveEventId({ trades: 12, usage: 5, bots: 7, setup: 1 }) // '12.5.7.1' */
export function liveEventId(counts: LiveCounts): string {
  return LIVE_TOPICS.map((topic) => counts[topic]).join('.');
}

/** @returns null for anything that is no event's id */
export function parseLiveEventId(id: string): LiveCounts | null {
  if (!/^\d{1,15}(\.\d{1,15})*$/.test(id)) return null;
  const [trades, usage, bots, setup, ...more] = id.split('.').map(Number);
  if (trades === undefined || usage === undefined || bots === undefined) return null;
  return setup === undefined || more.length > 0 ? null : { trades, usage, bots, setup };
}
