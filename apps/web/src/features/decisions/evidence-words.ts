import type { VoteReply } from '@quorate/contract/decisions';
import { formatFigure, sentenceCase } from '@quorate/ui/decision-words';
import type { Fact } from '@quorate/ui/fact-list';
import { INDICATORS } from './indicator-words.ts';

const BAR = /^bars\.(\d+)\.([0-3])$/;
const PRICES = ['open', 'high', 'low', 'close'] as const;

/**
 * What a vote rests on, as its reader knows it from the snapshot. A name that the snapshot does not have is
 * shown as it came.
 */
export function evidenceFacts(evidence: VoteReply['evidence']): Fact[] {
  const facts = evidence.map(({ field, value }): Fact => {
    const text = typeof value === 'number' ? formatFigure(value) : value;
    const indicator = INDICATORS.find(({ name }) => field === `indicators.${name}`);
    if (indicator) return { label: indicator.label, value: `${text}${indicator.unit}` };
    const bar = BAR.exec(field);
    if (bar)
      return {
        label: `Bar ${Number(bar[1]) + 1}, ${PRICES[Number(bar[2])]}`,
        value: `${text} ATR`,
      };
    return { label: LABELS[field] ?? field, value: sentenceCase(text) };
  });
  // A model may name the same figure twice.
  return facts.filter(({ label }, at) => facts.findIndex((fact) => fact.label === label) === at);
}

const LABELS: Readonly<Record<string, string>> = {
  session: 'Session',
  spread_points: 'Spread in points',
  atr_points: 'ATR 14 in points',
};
