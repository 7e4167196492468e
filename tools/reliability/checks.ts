import type { CheckGroup } from './check.ts';
import { ACCOUNTS } from './checks/accounts.ts';
import { CALLS } from './checks/calls.ts';
import { DATA } from './checks/data.ts';
import { DOWNLOADS } from './checks/downloads.ts';
import { MODELS } from './checks/models.ts';
import { PAYMENTS } from './checks/payments.ts';
import { TRADING } from './checks/trading.ts';
import { WEB } from './checks/web.ts';

/** Every promise in the order in which docs/reference/reliability.md lists them. */
export const CHECK_GROUPS: readonly CheckGroup[] = [
  PAYMENTS,
  ACCOUNTS,
  WEB,
  CALLS,
  MODELS,
  DOWNLOADS,
  TRADING,
  DATA,
];
