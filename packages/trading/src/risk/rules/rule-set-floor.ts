import { isoFromInstant } from '@quorate/values/instant';
import { denied } from '../refusal.ts';
import { passed, type StandingRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  rule_set_floor:
    'Entries are off: everything was closed before a floor of ftmo-2-step. They are on again at 2025-01-10T23:00:00.000Z.',
} as const;

const WHY = {
  touched: 'equity has touched a floor of',
  locked: 'everything was closed before a floor of',
  weekly_profit: "the week's profit has reached the limit of",
  flat_by: 'the account stays flat until the day turns, by the rules of',
} as const;

/** While the governor has entries off nothing is opened, so that nobody need be asked. */
export const rule: StandingRule = {
  kind: 'standing',
  name: 'rule_set_floor',
  label: 'Locked by the rule set',
  unit: 'yes/no',
  sign: '',
  refusedWhen: 'a floor was touched or came too near, or the rule set wants the account flat',
  check({ governor }) {
    if (!governor) return undefined;
    if (governor.off === null) return NOT_LOCKED;
    const { off, offUntil, ruleSetId } = governor;
    const end =
      offUntil === null
        ? off === 'weekly_profit'
          ? 'They are on again when the week turns.'
          : 'They stay off until their owner begins again.'
        : `They are on again at ${isoFromInstant(offUntil)}.`;
    return denied('rule_set_floor', 0, 1, `Entries are off: ${WHY[off]} ${ruleSetId}. ${end}`);
  },
};

const NOT_LOCKED = passed('rule_set_floor', 0, 0);
