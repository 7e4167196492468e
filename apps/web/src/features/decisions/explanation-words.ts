import { t } from '@lingui/core/macro';
import type { ShadowReply } from '@quorate/contract/decision-outcomes';
import type { ShortOutcome } from '@quorate/contract/decisions';
import { formatR } from '../../lib/format-r.ts';

/** How a trade ended, or would have. */
export const ENDING_WORDS: Readonly<Record<NonNullable<ShortOutcome['ending']>, string>> = {
  target: t`target reached`,
  stop: t`stopped out`,
  expired: t`neither stop nor target in 500 bars`,
  open: t`still open`,
  unfilled: t`not filled`,
  closed: t`closed`,
};

/** One sentence about a trade that was never made. */
export function shadowSentence({ exit_reason, r }: ShadowReply): string {
  switch (exit_reason) {
    case 'unfilled':
      return t`The order would not have been filled.`;
    case 'open':
      return t`It would still be open.`;
    case 'target':
      return r === null
        ? t`It would have reached its target: no R.`
        : t`It would have reached its target: ${formatR(r)}.`;
    case 'stop':
      return r === null
        ? t`It would have been stopped out: no R.`
        : t`It would have been stopped out: ${formatR(r)}.`;
    case 'expired':
      return r === null
        ? t`It would have met neither stop nor target in 500 bars: no R.`
        : t`It would have met neither stop nor target in 500 bars: ${formatR(r)}.`;
  }
}
