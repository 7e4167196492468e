import { msg } from '@lingui/core/runtime-macro';
import {
  chooseRuleSet as chooseCall,
  getBotRuleSet,
  listRuleSets as listCall,
  listRuleSetChanges as listChangesCall,
  listRuleSetPresets,
  rebaseRuleSet as rebaseCall,
  reportFloors,
  tryRuleSets as tryCall,
} from '@quorate/contract/rule-sets';
import type { Route } from '../../http/endpoint.ts';
import { type RuleSetDeps, readBotRuleSet, storeReport } from './floors.service.ts';
import { listPresets } from './presets.ts';
import {
  chooseRuleSet,
  listRuleSetChanges,
  listRuleSets,
  rebaseRuleSet,
} from './rule-sets.service.ts';
import { tryRuleSets } from './try-rule-sets.ts';

export function registerRuleSets(route: Route, deps: RuleSetDeps): void {
  route(getBotRuleSet, async ({ query }, { user }) => ({
    success: true,
    ...(await readBotRuleSet(deps, user.id, query)),
  }));

  route(reportFloors, async ({ body }, { user }) => ({
    success: true,
    ...(await storeReport(deps, user.id, body)),
  }));

  route(listCall, async ({ query }, { user }) => ({
    success: true,
    ...(await listRuleSets(deps, user.id, query)),
  }));

  route(listRuleSetPresets, async ({ query }, { i18n }) => ({
    success: true,
    ...listPresets(i18n, query),
  }));

  route(chooseCall, async ({ body }, { user, i18n }) => {
    const account = await chooseRuleSet(deps, user.id, body);
    const message = account.rule_set
      ? i18n.t(msg`The rules are ${{ rules: account.rule_set.name }} from now on.`)
      : i18n.t(msg`The limits in the bot's settings hold from now on.`);
    return { success: true, message, account };
  });

  route(rebaseCall, async ({ body }, { user, i18n }) => {
    await rebaseRuleSet(deps, user.id, body);
    return {
      success: true,
      message: i18n.t(msg`Your bot begins the total limit again at the equity it has now.`),
    };
  });

  route(listChangesCall, async ({ params, query }, { user }) => ({
    success: true,
    ...(await listRuleSetChanges(deps, user.id, params.account_id, query)),
  }));

  route(tryCall, async ({ params, query }, { user }) => ({
    success: true,
    ...(await tryRuleSets(deps, user.id, params.account_id, query)),
  }));
}
