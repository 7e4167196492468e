import { t } from '@lingui/core/macro';
import type { PanelRecord } from '@quorate/contract/calibration';

type Rule = NonNullable<PanelRecord['record']>['rules'][number]['rule'];

/** The verdict, and the plain rules that are kept beside it. */
export const RULE_NAMES: Readonly<Record<Rule, string>> = {
  verdict: t`The verdict`,
  majority: t`Majority`,
  unanimous: t`All agree`,
  best_voter: t`Best analyst alone`,
  equal_pool: t`All count alike`,
  hold: t`Always hold`,
};
