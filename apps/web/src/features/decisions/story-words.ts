import { select, t } from '@lingui/core/macro';
import type { DecidedTrade, Explanation } from '@quorate/contract/decision-outcomes';
import { leanWords } from '@quorate/ui/decision-words';
import { formatMoney, formatVolume } from '@quorate/ui/format';
import { type StatTone, toneOf } from '@quorate/ui/stat';
import { heldSentence, limitWords, valueWords } from '@quorate/ui/verdict-rule-words';
import { formatR } from '../../lib/format-r.ts';
import { durationText } from '../../ui/bot-words.ts';
import { inZone } from './check-words.ts';

/** What a story comes to: the one figure or word that is read first, and what stands beside it. */
export type StoryResult = Readonly<{
  lead: string;
  tone: StatTone;
  /** In R, where the trade had a stop; of a trade that was never made, what it would have been. */
  r: string | null;
  isHypothetical: boolean;
}>;

const NOTHING = { tone: 'plain', r: null, isHypothetical: false } as const;

export function resultOf({ decision, outcome, trade }: Explanation): StoryResult {
  if (trade) return tradeResult(trade);
  if (decision.action === 'HOLD') return { ...NOTHING, lead: t`No trade` };
  if (outcome?.refusal) {
    const r = outcome.shadow?.r ?? null;
    return {
      ...NOTHING,
      lead: t`Refused`,
      r: r === null ? null : formatR(r),
      isHypothetical: r !== null,
    };
  }
  if (outcome?.fill) return { ...NOTHING, lead: t`Filled` };
  if (outcome?.order) return { ...NOTHING, lead: t`Ordered` };
  return { ...NOTHING, lead: t`Not reported` };
}

export function tradeResult(trade: DecidedTrade): StoryResult {
  const { status, profit, currency, r } = trade;
  if (status !== 'CLOSED' && status !== 'OPEN') return { ...NOTHING, lead: status.toLowerCase() };
  const result = formatMoney(profit, currency, 'always');
  return {
    lead: status === 'OPEN' ? t`${result} so far` : result,
    tone: toneOf(profit),
    r: status === 'CLOSED' && r !== null ? formatR(r) : null,
    isHypothetical: false,
  };
}

/** Why it was traded, refused or left, in one sentence. */
export function reasonOf(explanation: Explanation, timeZone: string): string {
  const { decision, outcome, trade } = explanation;
  if (decision.action === 'HOLD') {
    const broken = decision.rules.find(({ pass }) => !pass);
    if (!broken) return t`The analysts saw no side to take.`;
    if (broken.name === 'direction') return t`The analysts pointed neither up nor down.`;
    return t`${heldSentence(broken.name)} (${valueWords(broken)}, needs ${limitWords(broken)}).`;
  }
  const { agreeing, voters, action: side } = decision;
  const sure = leanWords(decision.p_up);
  if (outcome?.refusal) {
    const why = inZone(outcome.refusal.sentence, timeZone);
    return t`${agreeing} of ${voters} analysts agreed to ${select(side, { BUY: 'buy', SELL: 'sell', other: 'hold' })}, but the risk desk refused: ${why}`;
  }
  if (trade) {
    const ending = endingOf(trade);
    return t`${agreeing} of ${voters} analysts agreed to ${select(side, { BUY: 'buy', SELL: 'sell', other: 'hold' })} (${sure}); ${ending}.`;
  }
  if (outcome?.fill)
    return t`${agreeing} of ${voters} analysts agreed to ${select(side, { BUY: 'buy', SELL: 'sell', other: 'hold' })} (${sure}); the trade is not on record yet.`;
  if (outcome?.order)
    return t`${agreeing} of ${voters} analysts agreed to ${select(side, { BUY: 'buy', SELL: 'sell', other: 'hold' })} (${sure}); your bot has not reported a fill.`;
  return t`${agreeing} of ${voters} analysts agreed to ${select(side, { BUY: 'buy', SELL: 'sell', other: 'hold' })} (${sure}); your bot has not reported what became of it.`;
}

/** @example tradeReason(trade) // 'Sold 0.30 lots; it was stopped out after 2 h.' */
export function tradeReason(trade: DecidedTrade): string {
  const { trade_type: side, volume } = trade;
  const ending = endingOf(trade);
  return t`${select(side, { BUY: 'Bought', other: 'Sold' })} ${formatVolume(volume)} lots; ${ending}.`;
}

function endingOf(trade: DecidedTrade): string {
  const { status, exit_reason: reason, opened_at: opened, closed_at: closed } = trade;
  if (status === 'OPEN') return t`it is still open`;
  if (status !== 'CLOSED' || closed === null) return t`your terminal calls it ${status}`;
  const span = durationText(Date.parse(closed) - Date.parse(opened));
  switch (reason ?? reasonByPrice(trade)) {
    case 'target':
      return t`it reached its target after ${span}`;
    case 'stop':
      return t`it was stopped out after ${span}`;
    case 'managed':
      return t`its exit rules closed it after ${span}`;
    case 'manual':
      return t`you closed it by hand after ${span}`;
    case 'flattened':
      return t`everything was closed after ${span}`;
    case 'stop_out':
      return t`the broker closed it for want of margin after ${span}`;
    case 'between':
      return t`it closed between its stop and target after ${span}`;
  }
}

/** By its prices, as far as they tell: where the source does not say why it was closed. */
function reasonByPrice({
  close_price: exit,
  take_profit: target,
  stop_loss: stop,
}: DecidedTrade): 'target' | 'stop' | 'between' {
  if (exit !== null && exit === target) return 'target';
  return exit !== null && exit === stop ? 'stop' : 'between';
}
