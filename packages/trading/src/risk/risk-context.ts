import type { Instant } from '@quorate/values/instant';
import type { Timeframe } from '../candle.ts';
import type { Instrument } from '../instrument.ts';
import type { Side } from '../order.ts';
import type { AccountState, Position } from '../position.ts';
import type { Quote, Valuation } from '../valuation.ts';
import type { RuleCheck } from '../vote.ts';
import type { LimitsState } from './limits-state.ts';
import type { OpenRisk } from './open-risk.ts';
import type { Refusal } from './refusal.ts';
import type { RiskSettings } from './risk-settings.ts';

/** A trade that somebody would like to make, at the quote it would be made at. Prices in whole points. */
export type TradeIdea = Readonly<{
  side: Side;
  /** The ask for a buy, the bid for a sell. */
  entry: number;
  stopLoss: number | null;
  takeProfit: number | null;
}>;

/** What holds whatever trade is proposed: enough to know that none could follow. */
export type StandingContext = Readonly<{
  quote: Quote;
  /** When the order would leave: in a replay, when the bar has closed. */
  asOf: Instant;
  /** When the bar closed that is decided on. */
  barClosedAt: Instant;
  /** Of the bars that the decision was made on. */
  timeframe: Timeframe;
  instrument: Instrument;
  valuation: Valuation;
  account: AccountState;
  positions: readonly Position[];
  /** What those positions, and orders on their way, lose at their stops. */
  openRisks?: readonly OpenRisk[];
  limits: LimitsState;
  /** Opened on the trading day of `asOf`, orders on their way included. */
  tradesToday: number;
  /** null for no limit. */
  planDailyTrades: number | null;
  settings: RiskSettings;
  /** Whether the owner of the account wants nothing new opened. */
  ownerHalted?: boolean;
}>;

/** All that a rule may look at. */
export type RiskContext = StandingContext & Readonly<{ idea: TradeIdea }>;

/**
 * One rule of the desk: its figures when it is kept, a refusal when it is broken, nothing where it has
 * nothing to look at.
 */
export type RiskRule = (context: RiskContext) => RuleCheck | Refusal | undefined;

/** A rule that needs no proposal. */
export type StandingRule = (context: StandingContext) => RuleCheck | Refusal | undefined;

/** A rule about the account alone. Without the account it tells only whether its limit was met. */
export type EquityRule = (
  context: Pick<StandingContext, 'limits' | 'settings'> & Partial<Pick<StandingContext, 'account'>>,
) => RuleCheck | Refusal;

/** The figure of a check where nothing is known. */
export const NOT_KNOWN = Number.NaN;

/** @example passed('spread_points', 12, 36) */
export function passed(name: string, value: number, limit: number): RuleCheck {
  return { name, value, limit, pass: true };
}

/**
 * The same for a rule whose figures seldom change: one object serves for as long as they stay what they are.
 * Every bar that is worth a question asks a dozen such rules.
 *
 * @example const kept = keptCheck('risk_percent'); kept(1, 2) === kept(1, 2) // true
 */
export function keptCheck(name: string): (value: number, limit: number) => RuleCheck {
  let newest = passed(name, Number.NaN, Number.NaN);
  return (value, limit) => {
    if (!Object.is(newest.value, value) || newest.limit !== limit)
      newest = passed(name, value, limit);
    return newest;
  };
}
