import type { Clock } from '@quorate/trading/loop/ports';
import { instant } from '@quorate/values/instant';

/** The computer's clock: the one place of the bot that asks it. */
export const systemClock: Clock = { now: () => instant(Date.now()) };
