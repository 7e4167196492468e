import { wordsOf } from '@quorate/trading/risk/rules';
import { sentenceCase } from '@quorate/ui/decision-words';
import { storedName } from '@quorate/ui/stored-name';

/** What people read of a check of the risk desk, by its rule's name or code. @example deskRuleName('spread_points') // 'Spread' */
export function deskRuleName(rule: string): string {
  return storedName(wordsOf(rule)?.label ?? sentenceCase(rule));
}
