import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { CallInput } from '@quorate/contract/endpoint';
import {
  type AccountRuleSet,
  chooseRuleSet,
  getBotRuleSet,
  listRuleSets,
  type RuleSetChoice,
  reportFloors,
} from '@quorate/contract/rule-sets';
import { accountInput, signedInUser } from '../../../../test/helpers/builders.ts';
import { floorsJson, ruleSetJson } from '../../../../test/helpers/fill-rule-sets.ts';
import { startTestService, type TestService } from '../../../../test/helpers/test-service.ts';

export type ReportBody = CallInput<typeof reportFloors>['body'];

/** A report of an account of 10,000 with one position: 9,900 of equity, 9,640 if it is stopped out, a floor of 9,500. */
export function aReport(changes: Partial<ReportBody> = {}): ReportBody {
  return {
    account: accountInput(),
    run_id: 'run-1',
    seq: 1,
    at: '2026-03-02T10:00:00.000Z',
    rule_set: ruleSetJson(),
    state: floorsJson(),
    revision: 0,
    rebase_id: null,
    equity: 9_900,
    balance: 10_000,
    floor: 9_500,
    open_risk: 260,
    headroom: 140,
    if_stopped: 9_640,
    open_positions: 1,
    next_turn: '2026-03-02T23:00:00.000Z',
    cash_flow: 0,
    ...changes,
  };
}

/** A service with a signed-in user, and what a bot and its owner ask of an account's rules. */
export async function ruleSetStage(t: TestContext) {
  const service = await startTestService(t);
  return { service, ...(await traderAt(service)) };
}

/** One more trader of a service. */
export async function traderAt(service: TestService) {
  const { token, user } = await signedInUser(service);
  const { server, login } = accountInput();
  const onlyAccount = async (): Promise<AccountRuleSet> => {
    const { accounts } = await service.call(listRuleSets, {}, token);
    const [account] = accounts;
    if (!account || accounts.length !== 1) throw new Error(`there are ${accounts.length} accounts`);
    return account;
  };
  return {
    token,
    user,
    onlyAccount,
    report: (changes: Partial<ReportBody> = {}) =>
      service.call(reportFloors, { body: aReport(changes) }, token),
    botRules: () => service.call(getBotRuleSet, { query: { server, login } }, token),
    choose: async (
      choice: RuleSetChoice,
      {
        change_id = randomUUID(),
        confirmation = '',
      }: { change_id?: string; confirmation?: string } = {},
    ) => {
      const { account_id } = await onlyAccount();
      const body = { account_id, change_id, choice, confirmation };
      return service.call(chooseRuleSet, { body }, token);
    },
  };
}
