import { t } from '@lingui/core/macro';
import type { AnyAccountType } from '@quorate/contract/fields';

/** What kind of account a trade or a decision is of. */
export const ACCOUNT_WORDS: Readonly<Record<AnyAccountType, string>> = {
  demo: t`Demo`,
  real: t`Real`,
  unknown: t`Unknown`,
  practice: t`Practice`,
};
