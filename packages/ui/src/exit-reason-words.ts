import type { ExitReason } from '@quorate/contract/trades';

/** Why a trade was closed, as lists and filters name it. */
export const EXIT_REASON_WORDS: Readonly<Record<ExitReason, string>> = {
  target: 'Target',
  stop: 'Stop',
  managed: 'Managed',
  manual: 'By hand',
  flattened: 'Flattened',
  stop_out: 'Stop-out',
};
