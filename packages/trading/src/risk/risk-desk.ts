import { addMilliseconds } from '@quorate/values/instant';
import { price } from '@quorate/values/price';
import type { MarketOrder, OrderKey, Side } from '../account/order.ts';
import type { RuleCheck } from '../analysts/vote.ts';
import { neededMinor, roomMinor, worstNeededMinor } from '../governor/fit.ts';
import { timeframeMs } from '../market/candle.ts';
import { roundTo } from '../rounding.ts';
import type { LimitsState } from './limits-state.ts';
import { positionSize } from './position-size.ts';
import type { Refusal } from './refusal.ts';
import { passed, type TradeIdea } from './rule.ts';
import { type RiskContext, type RiskSettings, RULES, type StandingContext } from './rules.ts';

type Check<Context> = (context: Context) => RuleCheck | Refusal | undefined;
const RISK_RULES = RULES.map(({ rule }) => rule);
const EQUITY_CHECKS = RISK_RULES.flatMap(
  (rule): Check<Pick<StandingContext, 'limits' | 'settings'>>[] =>
    rule.kind === 'equity' ? [rule.check] : [],
);
const STANDING_CHECKS = RISK_RULES.flatMap((rule): Check<StandingContext>[] =>
  rule.kind === 'trade' ? [] : [rule.check],
);
const CHECKS = RISK_RULES.map((rule): Check<RiskContext> => rule.check);

/**
 * Why no trade could follow whatever was decided, so that nobody need be asked.
 *
 * @returns undefined when a trade is possible
 */
export function standingRefusal(context: StandingContext): Refusal | undefined {
  for (const check of STANDING_CHECKS) {
    const answer = check(context);
    if (answer && 'kind' in answer) return answer;
  }
  return undefined;
}

/** The limits that an account's equity has met, in a form that says so. */
export function equityRefusals(limits: LimitsState, settings: RiskSettings): Refusal[] {
  return EQUITY_CHECKS.flatMap((check) => {
    const answer = check({ limits, settings });
    return answer && 'kind' in answer ? [answer] : [];
  });
}

/** What a verdict asks for: a direction, and distances in ATR. */
export type Proposal = Readonly<{
  side: Side;
  stopLossAtr: number;
  takeProfitAtr: number;
  atrPoints: number;
  key: OrderKey;
  decisionId: string | null;
  /** Part of the usual risk; missing: all of it. */
  riskShare?: number;
}>;

/**
 * An order, or the first rule that was broken; `checks` holds the figures of the rules that were kept,
 * `idea` the prices that were looked at.
 */
export type DeskAnswer = Readonly<{ checks: readonly RuleCheck[]; idea: TradeIdea }> &
  (
    | Readonly<{
        kind: 'approved';
        order: MarketOrder;
        /** What the order loses at its stop, costs included. */
        lossMinor: number;
        /** With what is kept for its slip. */
        neededMinor: number;
        /** What the worst slip loses beyond that. */
        worstBeyondMinor: number;
      }>
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
  const context: RiskContext = { ...desk, idea, riskShare: proposal.riskShare ?? 1 };
  const checks: RuleCheck[] = [];
  for (const check of CHECKS) {
    const answer = check(context);
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
  const { governor } = desk;
  const { lossMinor } = size;
  const needed = governor ? neededMinor(context, size.lots.steps) : lossMinor;
  const worst = governor ? worstNeededMinor(context, size.lots.steps) : lossMinor;
  if (governor) checks.push(passed('open_risk_minor', roundTo(needed, 2), roomMinor(governor)));
  if (governor && governor.endRoomMinor !== null)
    checks.push(
      passed(
        'worst_slip_minor',
        roundTo(worst + governor.worstHereMinor, 2),
        governor.endRoomMinor,
      ),
    );
  const risk = { lossMinor, neededMinor: needed, worstBeyondMinor: worst - needed };
  return { kind: 'approved', order, ...risk, checks, idea };
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
