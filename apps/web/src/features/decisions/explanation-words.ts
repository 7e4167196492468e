import type { ShadowReply } from '@quorate/contract/decision-outcomes';
import type { ShortOutcome } from '@quorate/contract/decisions';
import { formatR } from '../../lib/format-r.ts';

/** How a trade ended, or would have. */
export const ENDING_WORDS: Readonly<Record<NonNullable<ShortOutcome['ending']>, string>> = {
  target: 'target reached',
  stop: 'stopped out',
  expired: 'neither stop nor target in 500 bars',
  open: 'still open',
  unfilled: 'not filled',
  closed: 'closed',
};

/** One sentence about a trade that was never made. */
export function shadowSentence({ exit_reason, r }: ShadowReply): string {
  switch (exit_reason) {
    case 'unfilled':
      return 'The order would not have been filled.';
    case 'open':
      return 'It would still be open.';
    case 'target':
      return `It would have reached its target: ${r === null ? 'no R' : formatR(r)}.`;
    case 'stop':
      return `It would have been stopped out: ${r === null ? 'no R' : formatR(r)}.`;
    case 'expired':
      return `It would have met neither stop nor target in 500 bars: ${r === null ? 'no R' : formatR(r)}.`;
  }
}
