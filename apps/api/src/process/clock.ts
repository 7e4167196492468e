import { type Instant, instant } from '@quorate/values/instant';

/** The only source of "now". Tests pass one they can set. */
export type Clock = { now(): Instant };

export const systemClock: Clock = { now: () => instant(Date.now()) };
