import type { ListedDecision } from '@quorate/contract/decisions';
import { formatMoney } from '@quorate/ui/format';
import { inSentence, ruleName } from './check-words.ts';
import { ENDING_WORDS, formatR } from './explanation-words.ts';

const VOICES = { BUY: 'buy', SELL: 'sell', HOLD: 'hold' } as const;

/** How the voters split, most first. @example votesWords(decision) // '2 sell, 1 hold' */
export function votesWords({ votes }: ListedDecision): string {
  const counts = new Map<string, number>();
  for (const { abstained, action } of votes) {
    const voice = abstained ? 'abstained' : VOICES[action];
    counts.set(voice, (counts.get(voice) ?? 0) + 1);
  }
  if (counts.size === 0) return 'nobody voted';
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([voice, many]) => `${many} ${voice}`)
    .join(', ');
}

/** What became of a decision, in a few words. */
export function outcomeWords({ outcome, rules }: ListedDecision): string {
  if (outcome === null) return 'Not reported';
  switch (outcome.kind) {
    case 'held': {
      const broken = rules.find(({ pass }) => !pass);
      return broken ? `Held: ${inSentence(ruleName(broken.name))}` : 'Held';
    }
    case 'vetoed':
      return outcome.rule === null ? 'Vetoed' : `Vetoed: ${inSentence(ruleName(outcome.rule))}`;
    case 'traded': {
      const { profit, currency, ending } = outcome;
      if (profit === null || currency === null) return 'Traded';
      if (ending === 'open') return 'Traded, still open';
      const how = ending === null ? '' : `, ${ENDING_WORDS[ending]}`;
      return `${formatMoney(profit, currency, 'always')}${how}`;
    }
  }
}

export type ResultWords = {
  text: string;
  hypothetical: boolean;
  tone: '' | 'text-gain' | 'text-loss';
};

/** R of the trade, or of what a veto would have been; null where there is none. */
export function resultWords({ outcome }: ListedDecision): ResultWords | null {
  if (outcome === null) return null;
  const { r, hypothetical, ending } = outcome;
  if (r === null) {
    if (!hypothetical || ending === null) return null;
    return { text: ENDING_WORDS[ending], hypothetical, tone: '' };
  }
  const tone = r === 0 ? '' : r > 0 ? 'text-gain' : 'text-loss';
  return { text: formatR(r), hypothetical, tone };
}
