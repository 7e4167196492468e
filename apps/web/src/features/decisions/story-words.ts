import { t } from '@lingui/core/macro';
import type { DecidedTrade, Explanation } from '@quorate/contract/decision-outcomes';
import { leanWords } from '@quorate/ui/decision-words';
import { formatMoney, formatVolume } from '@quorate/ui/format';
import { type StatTone, toneOf } from '@quorate/ui/stat';
import { formatR } from '../../lib/format-r.ts';
import { durationText } from '../../ui/bot-words.ts';
import { heldBy, limitWords, valueWords } from '../../ui/verdict-rule-words.ts';
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
  return {
    lead: `${formatMoney(profit, currency, 'always')}${status === 'OPEN' ? t` so far` : ''}`,
    tone: toneOf(profit),
    r: status === 'CLOSED' && r !== null ? formatR(r) : null,
    isHypothetical: false,
  };
}

const SIDES = { BUY: 'buy', SELL: 'sell', HOLD: 'hold' } as const;
const DONE = { BUY: t`Bought`, SELL: t`Sold` } as const;

/** Why it was traded, refused or left, in one sentence. */
export function reasonOf(explanation: Explanation, timeZone: string): string {
  const { decision, outcome, trade } = explanation;
  if (decision.action === 'HOLD') {
    const broken = decision.rules.find(({ pass }) => !pass);
    if (!broken) return t`The analysts saw no side to take.`;
    if (broken.name === 'direction') return t`The analysts pointed neither up nor down.`;
    return t`${capital(heldBy(broken.name))} (${valueWords(broken)}, needs ${limitWords(broken)}).`;
  }
  const agreed = t`${decision.agreeing} of ${decision.voters} analysts agreed to ${SIDES[decision.action]}`;
  const sure = leanWords(decision.p_up);
  if (outcome?.refusal)
    return t`${agreed}, but the risk desk refused: ${inZone(outcome.refusal.sentence, timeZone)}`;
  if (trade) return `${agreed} (${sure}); ${endingOf(trade)}.`;
  if (outcome?.fill) return t`${agreed} (${sure}); the trade is not on record yet.`;
  if (outcome?.order) return t`${agreed} (${sure}); your bot has not reported a fill.`;
  return t`${agreed} (${sure}); your bot has not reported what became of it.`;
}

/** @example tradeReason(trade) // 'Sold 0.30 lots; it was stopped out after 2 h.' */
export function tradeReason(trade: DecidedTrade): string {
  return t`${DONE[trade.trade_type]} ${formatVolume(trade.volume)} lots; ${endingOf(trade)}.`;
}

const ENDINGS: Readonly<Record<NonNullable<DecidedTrade['exit_reason']>, string>> = {
  target: t`it reached its target`,
  stop: t`it was stopped out`,
  managed: t`its exit rules closed it`,
  manual: t`you closed it by hand`,
  flattened: t`everything was closed`,
  stop_out: t`the broker closed it for want of margin`,
};

function endingOf(trade: DecidedTrade): string {
  const { status, exit_reason: reason, opened_at: opened, closed_at: closed } = trade;
  if (status === 'OPEN') return t`it is still open`;
  if (status !== 'CLOSED' || closed === null)
    return t`your terminal calls it ${status.toLowerCase()}`;
  const after = t`after ${durationText(Date.parse(closed) - Date.parse(opened))}`;
  return `${reason === null ? endingByPrice(trade) : ENDINGS[reason]} ${after}`;
}

/** By its prices, as far as they tell: where the source does not say why it was closed. */
function endingByPrice({
  close_price: exit,
  take_profit: target,
  stop_loss: stop,
}: DecidedTrade): string {
  if (exit !== null && exit === target) return t`it reached its target`;
  if (exit !== null && exit === stop) return t`it was stopped out`;
  return t`it closed between its stop and target`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
