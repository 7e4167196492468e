import { addMilliseconds } from '@quorate/values/instant';
import { price } from '@quorate/values/price';
import { timeframeMs } from '../candle.ts';
import type { MarketOrder, OrderKey, Side } from '../order.ts';
import { roundTo } from '../rounding.ts';
import type { RuleCheck } from '../vote.ts';
import { drawdownPause, losingStreak } from './cool-down.ts';
import { currencyRisk } from './currency-risk.ts';
import { dailyTrades, planDailyTrades } from './daily-trades.ts';
import { type LimitsState, lostPercent } from './limits-state.ts';
import { rolloverGuard, weekendGuard } from './market-hours.ts';
import { positionSize } from './position-size.ts';
import { denied, type Refusal } from './refusal.ts';
import {
  type EquityRule,
  keptCheck,
  NOT_KNOWN,
  passed,
  type RiskContext,
  type RiskRule,
  type StandingContext,
  type StandingRule,
  type TradeIdea,
} from './risk-context.ts';
import { riskReward } from './risk-reward.ts';
import { RISK_PERCENT_CEILING, type RiskSettings } from './risk-settings.ts';
import { stopLossRequired } from './stop-loss-required.ts';
import { weeklyLossLimit, weeklyProfitLimit } from './weekly-limits.ts';

/** A take profit stands on the winning side, as far from the quote as the broker asks. */
const takeProfitSide: RiskRule = ({ idea, instrument, quote }) => {
  const { side, takeProfit } = idea;
  const least = Math.max(1, instrument.stopsLevelPoints);
  if (takeProfit === null) {
    return denied(
      'stops_invalid',
      least,
      0,
      `The ${side} of ${instrument.symbol} has no take profit, so its reward cannot be weighed against its risk.`,
    );
  }
  const distance = side === 'BUY' ? takeProfit - quote.bid : quote.ask - takeProfit;
  if (distance < least) {
    return denied(
      'stops_invalid',
      least,
      distance,
      `The take profit of the ${side} of ${instrument.symbol} is ${distance} points from the quote, at least ${least} are required.`,
    );
  }
  return passed('take_profit_points', distance, least);
};

/**
 * The spread may be a multiple of the usual one, or a small part of the stop's distance, whichever
 * allows more: a wide stop can afford what a narrow one cannot.
 */
const spreadGuard: RiskRule = ({ idea, quote, instrument, settings }) => {
  const spread = quote.ask - quote.bid;
  const stopDistance = idea.stopLoss === null ? 0 : Math.abs(idea.entry - idea.stopLoss);
  const limit = Math.floor(
    Math.max(
      settings.maxSpreadMultiple * instrument.typicalSpreadPoints,
      settings.maxSpreadShareOfStop * stopDistance,
    ),
  );
  if (spread <= limit) return passed('spread_points', spread, limit);
  return denied(
    'spread',
    limit,
    spread,
    `The spread of ${instrument.symbol} is ${spread} points, the limit is ${limit}.`,
  );
};

const youngEnough = keptCheck('decision_age_seconds');

/**
 * A decision is about the market as it was when its bar closed. What took too long is discarded, and a bar
 * that arrives so late is not even asked about. In a replay an order leaves as its bar closes: the age is 0.
 */
const staleDecision: StandingRule = ({ asOf, barClosedAt, instrument, settings }) => {
  const limit = settings.maxDecisionAgeSeconds;
  // A broker's clock may be a little ahead of ours.
  const age = Math.max(0, asOf - barClosedAt) / 1_000;
  if (age <= limit) return youngEnough(age, limit);
  return denied(
    'stale_decision',
    limit,
    age,
    `The bar of ${instrument.symbol} closed ${age} seconds ago; a decision older than ${limit} seconds is discarded.`,
  );
};

const withinLimit = keptCheck('daily_loss_percent');

/** Nothing is opened for the rest of a day on which too much was lost, floating losses included. */
const dailyLossLimit: EquityRule = ({ limits, settings, account }) => {
  const limit = settings.dailyLossPercent;
  const latch = limits.dailyLossLatch;
  if (latch === null) {
    const lost = account ? lostPercent(limits.dayStartMinor, account.equity.minor) : NOT_KNOWN;
    return withinLimit(lost, limit);
  }
  return denied(
    'daily_loss',
    limit,
    latch,
    `The day's loss reached ${latch}% of the equity it began with, the limit is ${limit}%.`,
  );
};

const withinCeiling = keptCheck('risk_percent');

/** The share of the account that one trade may risk: above 0, and never above the ceiling. */
const riskPercent: StandingRule = ({ settings }) => {
  const percent = settings.riskPercent;
  if (percent > 0 && percent <= RISK_PERCENT_CEILING) {
    return withinCeiling(percent, RISK_PERCENT_CEILING);
  }
  return denied(
    'risk_percent',
    RISK_PERCENT_CEILING,
    percent,
    `The risk settings risk ${percent}% on a trade, it must be above 0% and at most ${RISK_PERCENT_CEILING}%.`,
  );
};

const allowed = keptCheck('symbol_allowed');

/** Only the symbols that the trader has chosen. */
const currencyPairs: StandingRule = ({ instrument, settings }) => {
  const { allowedSymbols } = settings;
  if (allowedSymbols === null || allowedSymbols.includes(instrument.symbol)) {
    return allowed(1, 1);
  }
  const list = allowedSymbols.length === 0 ? 'none' : allowedSymbols.join(', ');
  return denied(
    'symbol_not_allowed',
    list,
    instrument.symbol,
    `${instrument.symbol} is not among the symbols that may be traded (${list}).`,
  );
};

/** One position of a symbol at a time: its exposure is what one stop limits. */
const onePositionPerSymbol: StandingRule = ({ positions, instrument }) => {
  let open = 0;
  for (const { symbol } of positions) if (symbol === instrument.symbol) open += 1;
  if (open === 0) return NONE_OPEN;
  return denied(
    'position_open',
    1,
    open,
    `${instrument.symbol} is held already: positions open ${open}, at most 1.`,
  );
};

/** Made once: asked of every bar that is worth a question. */
const NONE_OPEN = passed('open_positions', 0, 1);

const notCrossed = keptCheck('quote_spread_points');

/** An ask below the bid is no quote: nothing is opened on it. */
const crossedQuote: StandingRule = ({ quote, instrument }) => {
  const spread = quote.ask - quote.bid;
  if (spread >= 0) return notCrossed(spread, 0);
  return denied(
    'crossed_quote',
    0,
    spread,
    `The ask of ${instrument.symbol} (${quote.ask} points) is below its bid (${quote.bid} points).`,
  );
};

const notHalted = keptCheck('owner_halt');

/** Whoever owns the account has the first word: no other limit matters while they want nothing opened. */
const ownerHalt: StandingRule = ({ ownerHalted = false }) =>
  ownerHalted
    ? denied('owner_halt', 0, 1, 'The bot is halted by its owner: nothing new is opened.')
    : notHalted(0, 0);

/** Nothing is sized where the rate to the account's currency is not known; most symbols need none. */
const conversionRate: StandingRule = ({ valuation }) => valuation.missingRate?.();

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
