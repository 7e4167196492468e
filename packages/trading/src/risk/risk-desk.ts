import { addMilliseconds } from '@quorate/values/instant';
import { price } from '@quorate/values/price';
import { timeframeMs } from '../candle.ts';
import type { MarketOrder, OrderKey, Side } from '../order.ts';
import { roundTo } from '../rounding.ts';
import type { RuleCheck } from '../vote.ts';
import { conversionRate } from './conversion-rate.ts';
import { drawdownPause, losingStreak } from './cool-down.ts';
import { crossedQuote } from './crossed-quote.ts';
import { currencyPairs } from './currency-pairs.ts';
import { currencyRisk } from './currency-risk.ts';
import { dailyLossLimit } from './daily-loss-limit.ts';
import { dailyTrades, planDailyTrades } from './daily-trades.ts';
import type { LimitsState } from './limits-state.ts';
import { rolloverGuard, weekendGuard } from './market-hours.ts';
import { onePositionPerSymbol } from './one-position-per-symbol.ts';
import { ownerHalt } from './owner-halt.ts';
import { positionSize } from './position-size.ts';
import type { Refusal } from './refusal.ts';
import type {
  RiskContext,
  RiskRule,
  StandingContext,
  StandingRule,
  TradeIdea,
} from './risk-context.ts';
import { passed } from './risk-context.ts';
import { riskPercent } from './risk-percent.ts';
import { riskReward } from './risk-reward.ts';
import type { RiskSettings } from './risk-settings.ts';
import { spreadGuard } from './spread-guard.ts';
import { staleDecision } from './stale-decision.ts';
import { stopLossRequired } from './stop-loss-required.ts';
import { takeProfitSide } from './take-profit-side.ts';
import { weeklyLossLimit, weeklyProfitLimit } from './weekly-limits.ts';

/** Rules that no proposal can change: while one is broken, no decision need be asked for. */
const STANDING_RULES: readonly StandingRule[] = [
  ownerHalt,
  crossedQuote,
  currencyPairs,
  riskPercent,
  dailyLossLimit,
  weeklyLossLimit,
  weeklyProfitLimit,
  drawdownPause,
  losingStreak,
  dailyTrades,
  planDailyTrades,
  staleDecision,
  weekendGuard,
  rolloverGuard,
  onePositionPerSymbol,
  conversionRate,
];

/** Every rule in the order in which it is asked; the first that is broken is the answer. */
const RISK_RULES: readonly RiskRule[] = [
  ...STANDING_RULES,
  currencyRisk,
  stopLossRequired,
  takeProfitSide,
  spreadGuard,
  riskReward,
];

/**
 * Why no trade could follow whatever was decided, so that nobody need be asked.
 *
 * @returns undefined when a trade is possible
 */
export function standingRefusal(context: StandingContext): Refusal | undefined {
  for (const rule of STANDING_RULES) {
    const answer = rule(context);
    if (answer && 'kind' in answer) return answer;
  }
  return undefined;
}

/** The limits that an account's equity has met, in a form that says so. */
export function equityRefusals(limits: LimitsState, settings: RiskSettings): Refusal[] {
  return [dailyLossLimit, weeklyLossLimit, weeklyProfitLimit, drawdownPause, losingStreak]
    .map((rule) => rule({ limits, settings }))
    .filter((answer) => 'kind' in answer);
}

/** What a verdict asks for: a direction, and distances in ATR. */
export type Proposal = Readonly<{
  side: Side;
  stopLossAtr: number;
  takeProfitAtr: number;
  atrPoints: number;
  key: OrderKey;
  decisionId: string | null;
}>;

/**
 * An order, or the first rule that was broken; `checks` holds the figures of the rules that were kept,
 * `idea` the prices that were looked at.
 */
export type DeskAnswer = Readonly<{ checks: readonly RuleCheck[]; idea: TradeIdea }> &
  /** `lossMinor`: what the order loses at its stop, costs included. */
  (
    | Readonly<{ kind: 'approved'; order: MarketOrder; lossMinor: number }>
    | Readonly<{ kind: 'refused'; refusal: Refusal }>
  );

/**
 * The last word before an order: pure code, which can refuse a proposal or size it, and never enlarge
 * it. The order holds for one bar. Every answer carries the figures of the rules that were asked.
 *
 * @example
 * const answer = askRiskDesk(proposal, context);
 * if (answer.kind === 'approved') await broker.place(answer.order);
 */
export function askRiskDesk(proposal: Proposal, desk: StandingContext): DeskAnswer {
  const idea = ideaOf(proposal, desk);
  const context: RiskContext = { ...desk, idea };
  const checks: RuleCheck[] = [];
  for (const rule of RISK_RULES) {
    const answer = rule(context);
    if (!answer) continue;
    if ('kind' in answer) return { kind: 'refused', refusal: answer, checks, idea };
    checks.push(answer);
  }
  const size = positionSize(context);
  if (size.kind === 'denied') return { kind: 'refused', refusal: size, checks, idea };
  checks.push(passed('loss_at_stop_minor', roundTo(size.lossMinor, 2), size.riskMoneyMinor));
  checks.push(passed('margin_minor', roundTo(size.marginMinor, 2), desk.account.freeMargin.minor));

  const { digits, symbol } = desk.instrument;
  const order: MarketOrder = {
    key: proposal.key,
    symbol,
    side: proposal.side,
    lots: size.lots,
    stopLoss: idea.stopLoss === null ? null : price(idea.stopLoss, digits),
    takeProfit: idea.takeProfit === null ? null : price(idea.takeProfit, digits),
    placedAt: desk.barClosedAt,
    expiresAt: addMilliseconds(desk.barClosedAt, timeframeMs(desk.timeframe)),
    decisionId: proposal.decisionId,
  };
  return { kind: 'approved', order, lossMinor: size.lossMinor, checks, idea };
}

/** Prices of a proposal at the executable quote. A stop that would lie at or below zero is none. */
export function ideaOf(
  proposal: Pick<Proposal, 'side' | 'stopLossAtr' | 'takeProfitAtr' | 'atrPoints'>,
  { quote }: Pick<StandingContext, 'quote'>,
): TradeIdea {
  const direction = proposal.side === 'BUY' ? 1 : -1;
  const entry = proposal.side === 'BUY' ? quote.ask : quote.bid;
  const stopLoss = entry - direction * Math.round(proposal.stopLossAtr * proposal.atrPoints);
  const takeProfit = entry + direction * Math.round(proposal.takeProfitAtr * proposal.atrPoints);
  return {
    side: proposal.side,
    entry,
    stopLoss: stopLoss > 0 ? stopLoss : null,
    takeProfit: takeProfit > 0 ? takeProfit : null,
  };
}
