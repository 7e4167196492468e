import type { PanelRecord } from '@quorate/contract/calibration';

type Rule = NonNullable<PanelRecord['record']>['rules'][number]['rule'];

/** The verdict, and the plain rules that are kept beside it. */
export const RULE_NAMES: Readonly<Record<Rule, string>> = {
  verdict: 'The verdict',
  majority: 'Majority',
  unanimous: 'All agree',
  best_voter: 'Best analyst alone',
  equal_pool: 'All count alike',
  hold: 'Always hold',
};
