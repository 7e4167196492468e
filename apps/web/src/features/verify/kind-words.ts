import { plural, t } from '@lingui/core/macro';
import type { EventKind } from '@quorate/record/leaf';
import type { RuleCode } from '@quorate/record/rules';

/** What an entry tells of. */
const KINDS: Readonly<Record<EventKind, string>> = {
  account: t`beginning of an account`,
  settings: t`change of settings`,
  bot: t`version of the bot`,
  snapshot: t`market snapshot`,
  decision: t`decision`,
  checks: t`risk checks`,
  order: t`order`,
  fill: t`fill`,
  outcome: t`outcome of a decision`,
  grade: t`raise of a grade`,
  opened: t`opening of a trade`,
  modified: t`change of an open trade`,
  closed: t`closing of a trade`,
  correction: t`correction of a trade`,
  history: t`trades of before, from a bot`,
  import: t`imported trades`,
  deletion: t`deletion`,
  sealed: t`end of the ledger of before`,
  board: t`board of models`,
};

export function kindName(kind: EventKind): string {
  return KINDS[kind];
}

/** How many things could not be checked, and why; those without words of their own by their rule. */
export function uncheckedWords(rule: RuleCode, count: number): string {
  switch (rule) {
    case 'decided_on':
      return plural(count, {
        one: '# decision against its snapshot, which is not in the file',
        other: '# decisions against their snapshots, which are not in the file',
      });
    case 'verdict':
      return plural(count, {
        one: '# verdict, made by another version of the rules or without its figures',
        other: '# verdicts, made by another version of the rules or without their figures',
      });
    case 'checks':
      return plural(count, {
        one: '# risk check, whose figures are not in the file or came from the broker',
        other: '# risk checks, whose figures are not in the file or came from the broker',
      });
    case 'money':
      return plural(count, {
        one: '# result in money, whose amounts are withheld',
        other: '# results in money, whose amounts are withheld',
      });
    case 'worth':
      return plural(count, {
        one: '# result against its prices, because the rate of its time is not on record',
        other: '# results against their prices, because the rates of their time are not on record',
      });
    case 'corrected':
      return plural(count, {
        one: '# correction, whose trade is not in the file',
        other: '# corrections, whose trades are not in the file',
      });
    case 'board':
      return plural(count, {
        one: '# board of models, made by another version of its rules',
        other: '# boards of models, made by another version of their rules',
      });
    case 'percent':
      return plural(count, {
        one: '# set of published figures in percent, which needs amounts that are withheld',
        other: '# sets of published figures in percent, which need amounts that are withheld',
      });
    case 'accounts':
      return t`how many accounts and resets the owner has: that is on record in other streams`;
    case 'measures':
      return t`published figures of another version`;
    case 'time':
      return plural(count, {
        one: '# entry with an earlier time than the one before it: a clock was set back',
        other: '# entries with an earlier time than the one before them: a clock was set back',
      });
    case 'ahead':
      return plural(count, {
        one: '# entry with a later time than its stamp: a clock was ahead',
        other: '# entries with a later time than their stamp: a clock was ahead',
      });
    default:
      return t`${count} by the rule ${rule}`;
  }
}
