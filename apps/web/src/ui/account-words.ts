import type { AnyAccountType } from '@quorate/contract/fields';

/** What kind of account a trade or a decision is of. */
export const ACCOUNT_WORDS: Readonly<Record<AnyAccountType, string>> = {
  demo: 'Demo',
  real: 'Real',
  unknown: 'Unknown',
  practice: 'Practice',
};
