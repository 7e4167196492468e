import type { Instant } from '@quorate/values/instant';
import type { Instrument } from '../account/instrument.ts';
import type { Side } from '../account/order.ts';
import type { AccountState, Position } from '../account/position.ts';
import type { Quote, Valuation } from '../account/valuation.ts';
import type { RuleCheck } from '../analysts/vote.ts';
import type { GovernorFacts } from '../governor/facts.ts';
import type { Timeframe } from '../market/candle.ts';
import type { LimitsState } from './limits-state.ts';
import type { OpenRisk } from './open-risk.ts';
import type { Refusal } from './refusal.ts';

/** A trade that somebody would like to make, at the quote it would be made at. Prices in whole points. */
export type TradeIdea = Readonly<{
  side: Side;
  /** The ask for a buy, the bid for a sell. */
  entry: number;
  stopLoss: number | null;
  takeProfit: number | null;
}>;

/** What holds whatever trade is proposed: enough to know that none could follow. */
export type StandingFacts = Readonly<{
  /** The executable quote. */
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
  /** What the governor leaves; absent where nobody governs. */
  governor?: GovernorFacts;
  /** Whether the owner of the account wants nothing new opened. */
  ownerHalted?: boolean;
}>;

/** The same with the trade that is proposed. */
export type TradeFacts = StandingFacts & Readonly<{ idea: TradeIdea }>;

/** In what the figures of a rule are: '' where they have no unit, `yes/no` where they are 1 and 0. */
export type CheckUnit =
  | 'points'
  | 'percent'
  | 'trades'
  | 'positions'
  | 'minor'
  | 'ratio'
  | 'seconds'
  | 'lots'
  | 'yes/no'
  | '';

/** What people read of a rule. */
export type RuleWords = Readonly<{
  /** Under this name its figures are reported where it is kept; where it is broken, under its code. */
  name: string;
  label: string;
  unit: CheckUnit;
  /** How the figure has to stand to its limit; '' where that says nothing. */
  sign: '≥' | '≤' | '<' | '';
}>;

type Rule<Kind extends string, Context> = RuleWords &
  Readonly<{
    kind: Kind;
    /** When it refuses, for the handbook. */
    refusedWhen: string;
    /** Its figures when it is kept, a refusal when it is broken, nothing where it has nothing to look at. */
    check(context: Context): RuleCheck | Refusal | undefined;
  }>;

/** A figure that the owner of an account may set. Profiles, forms, options and the handbook are made of it. */
export type NumberSetting = Readonly<{
  /** Its name in profiles; null where it cannot be set. */
  field: string | null;
  /** The option of a paper run; without it, the field with - for _. */
  option?: string;
  label: string;
  /** Shown behind the figure. */
  unit: string;
  least: number;
  most: number;
  whole?: true;
  /** Whether it may be left out: no such limit, null. */
  optional?: true;
  default: number | null;
  recommended: string;
  /** What it does, in one line. */
  help: string;
  /** Whether it is percent of the equity, so that it can be told in money. */
  ofEquity?: true;
  /** Its place among the settings that the set-up guide names; others are shown under "more". */
  guide?: number;
  /** Came after runs were kept: while it is not set, a run is the same as before it was there. */
  later?: true;
}>;
export type Settings = Readonly<Record<string, NumberSetting>>;

/** The figures of settings. Every rule also sees which symbols may be traded; null for all. */
export type SettingValues<Own extends Settings> = Readonly<
  { [Key in keyof Own]: Own[Key] extends { optional: true } ? number | null : number } & {
    allowedSymbols: readonly string[] | null;
  }
>;
type With<Facts, Own extends Settings> = Facts & Readonly<{ settings: SettingValues<Own> }>;
type None = Readonly<Record<never, NumberSetting>>;

/** A rule about the account alone. Without the account it tells only whether its limit was met. */
export type EquityRule<Own extends Settings = None> = Rule<
  'equity',
  With<Pick<StandingFacts, 'limits'> & Partial<Pick<StandingFacts, 'account'>>, Own>
>;
/** A rule that needs no proposal: while it is broken, no decision need be asked for. */
export type StandingRule<Own extends Settings = None> = Rule<'standing', With<StandingFacts, Own>>;
/** A rule about the trade that is proposed. */
export type TradeRule<Own extends Settings = None> = Rule<'trade', With<TradeFacts, Own>>;

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
