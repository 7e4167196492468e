import type { Behaviour } from './emulator.ts';

const MINUTE_MS = 60_000;

/** How the emulator behaves when nothing else is asked for: much like the provider's sandbox. */
export const DEFAULT_BEHAVIOUR: Behaviour = {
  taxRate: 0,
  settleAfterMs: 400,
  cardAnswerMs: 300,
  dunningDays: [1, 3, 6, 10, 15, 22, 30],
  retryDelaysMs: [MINUTE_MS, 14 * MINUTE_MS],
  deliveryTimeoutMs: 5_000,
  refundApprovedAfterMs: 10 * MINUTE_MS,
  requestsPerMinute: 240,
  checkoutUrl: null,
};
