import { HELP_ACCOUNT } from './help-account.ts';
import type { HelpAnswer } from './help-answer.ts';
import { HELP_PLANS } from './help-plans.ts';
import { HELP_SETUP } from './help-setup.ts';
import { HELP_TRADING } from './help-trading.ts';

export const HELP: readonly HelpAnswer[] = [
  ...HELP_SETUP,
  ...HELP_TRADING,
  ...HELP_PLANS,
  ...HELP_ACCOUNT,
];
