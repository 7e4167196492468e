import { t } from '@lingui/core/macro';
import type { ExitReason } from '@quorate/contract/trades';

/** Why a trade was closed, as lists and filters name it. */
export const EXIT_REASON_WORDS: Readonly<Record<ExitReason, string>> = {
  target: t`Target`,
  stop: t({ message: 'Stop', context: 'a price, the stop loss' }),
  managed: t`Managed`,
  manual: t`By hand`,
  flattened: t`Flattened`,
  stop_out: t`Stop-out`,
};
