import type { NumberSetting, RuleWords, SettingValues, StandingFacts, TradeFacts } from './rule.ts';
import * as conversionRate from './rules/conversion-rate.ts';
import * as crossedQuote from './rules/crossed-quote.ts';
import * as currencyRisk from './rules/currency-risk.ts';
import * as dailyLoss from './rules/daily-loss.ts';
import * as dailyTrades from './rules/daily-trades.ts';
import * as drawdown from './rules/drawdown.ts';
import * as headroom from './rules/headroom.ts';
import * as losingStreak from './rules/losing-streak.ts';
import * as maxOpenPositions from './rules/max-open-positions.ts';
import * as newsWindow from './rules/news-window.ts';
import * as ownerHalt from './rules/owner-halt.ts';
import * as planDailyTrades from './rules/plan-daily-trades.ts';
import * as positionOpen from './rules/position-open.ts';
import * as riskPercent from './rules/risk-percent.ts';
import * as riskReward from './rules/risk-reward.ts';
import * as rollover from './rules/rollover.ts';
import * as ruleSetFloor from './rules/rule-set-floor.ts';
import * as ruleSetPositions from './rules/rule-set-positions.ts';
import * as spread from './rules/spread.ts';
import * as staleDecision from './rules/stale-decision.ts';
import * as stopLoss from './rules/stop-loss.ts';
import * as symbolAllowed from './rules/symbol-allowed.ts';
import * as takeProfit from './rules/take-profit.ts';
import * as weekend from './rules/weekend.ts';
import * as weeklyLoss from './rules/weekly-loss.ts';
import * as weeklyProfit from './rules/weekly-profit.ts';

/**
 * Every rule of the desk in the order in which it is asked; the first that is broken is the answer. The desk,
 * the settings of profiles and forms, the words on every screen and the handbook are made of this list: a new
 * rule is a file in `rules/` and a line here. Cheap and final rules come first; those about the trade itself
 * (`kind: 'trade'`) come after all others.
 */
export const RULES = [
  ownerHalt,
  crossedQuote,
  symbolAllowed,
  riskPercent,
  dailyLoss,
  weeklyLoss,
  weeklyProfit,
  drawdown,
  ruleSetFloor,
  losingStreak,
  dailyTrades,
  planDailyTrades,
  staleDecision,
  weekend,
  rollover,
  newsWindow,
  positionOpen,
  maxOpenPositions,
  conversionRate,
  currencyRisk,
  stopLoss,
  takeProfit,
  spread,
  riskReward,
  ruleSetPositions,
  headroom,
] as const;

type RuleModule = (typeof RULES)[number];
/** What the rules refuse with. */
export type RuleCode = Intersection<RuleModule['codes']> extends infer Codes ? keyof Codes : never;

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type AllSettings = Intersection<Extract<RuleModule, { settings: unknown }>['settings']>;

/** What the trader allows. Percentages are of min(balance, equity) or of the equity at the period's start. */
export type RiskSettings = SettingValues<AllSettings>;
/** The same by their field in profiles. */
export type RiskFields = Readonly<{
  [Key in keyof AllSettings as AllSettings[Key] extends { field: infer Field extends string }
    ? Field
    : never]: RiskSettings[Key];
}>;

/** What holds whatever trade is proposed, with the settings. */
export type StandingContext = StandingFacts & Readonly<{ settings: RiskSettings }>;
/** All that a rule may look at. */
export type RiskContext = TradeFacts &
  StandingContext &
  Readonly<{
    /** Part of the usual risk; missing: all of it. */
    riskShare?: number;
  }>;

/** Every setting of the rules. */
export const RISK_SETTINGS = RULES.flatMap((each) =>
  'settings' in each ? Object.entries(each.settings) : [],
).map(([key, setting]) => ({ key, ...setting })) as readonly RiskSetting[];
export type RiskSetting = NumberSetting & Readonly<{ key: keyof AllSettings }>;
/** One that profiles have. */
export type ProfileSetting = RiskSetting & Readonly<{ field: keyof RiskFields }>;

/** Those that profiles have: first those of the guide in its order. */
export const PROFILE_SETTINGS: readonly ProfileSetting[] = RISK_SETTINGS.filter(
  (setting): setting is ProfileSetting => setting.field !== null,
).toSorted((a, b) => (a.guide ?? 100) - (b.guide ?? 100));

/** For whoever has chosen nothing. */
export const DEFAULT_RISK_SETTINGS: RiskSettings = {
  ...(Object.fromEntries(
    RISK_SETTINGS.map((setting) => [setting.key, setting.default]),
  ) as RiskSettings),
  allowedSymbols: null,
};

/**
 * The core's settings with the values of a profile's fields; what it does not name stays at its default.
 *
 * @param symbols that may be traded, as the broker names them; null for all
 * @example settingsFrom(profile.risk, ['EURUSD.a'])
 */
export function settingsFrom(
  fields: Partial<RiskFields> & Readonly<{ currency_pairs?: readonly string[] }>,
  symbols: readonly string[] | null = fields.currency_pairs ?? null,
): RiskSettings {
  const given = PROFILE_SETTINGS.flatMap(({ key, field }) =>
    fields[field] === undefined ? [] : [[key, fields[field]]],
  );
  return { ...DEFAULT_RISK_SETTINGS, ...Object.fromEntries(given), allowedSymbols: symbols };
}

/** The settings that make a run what it is, for its identity. */
export function settingsOfIdentity(settings: RiskSettings): Readonly<Record<string, unknown>> {
  const unset = RISK_SETTINGS.filter(({ key, later }) => later && settings[key] === null);
  const names = new Set<string>(unset.map(({ key }) => key));
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.has(name)));
}

/** Figures that the desk reports beside its rules, once it has sized a trade. */
const SIZE_WORDS: readonly RuleWords[] = [
  { name: 'loss_at_stop_minor', label: 'Loss at the stop', unit: 'minor', sign: '≤' },
  { name: 'open_risk_minor', label: 'Headroom taken', unit: 'minor', sign: '≤' },
  { name: 'worst_slip_minor', label: 'Loss at the worst slip', unit: 'minor', sign: '≤' },
  { name: 'margin_minor', label: 'Margin', unit: 'minor', sign: '≤' },
  { name: 'margin', label: 'Margin', unit: 'minor', sign: '≤' },
  { name: 'tick_value', label: 'Tick value', unit: 'percent', sign: '' },
  { name: 'volume_below_minimum', label: 'Volume below minimum', unit: 'lots', sign: '' },
  { name: 'volume_above_maximum', label: 'Volume above maximum', unit: 'lots', sign: '' },
  { name: 'volume_step', label: 'Volume step', unit: 'lots', sign: '' },
  { name: 'volume_limit', label: 'Volume limit', unit: 'lots', sign: '' },
];

/** Codes whose figures are others than those of their rule. */
const CODE_WORDS: readonly RuleWords[] = [
  { name: 'rule_set_lots', label: 'Lots that the rule set leaves', unit: 'lots', sign: '≥' },
  { name: 'rule_set_open_risk', label: 'Risk within the rule set', unit: 'minor', sign: '≤' },
];

/** What people read of checks, by the names and the codes of their rules. */
export const RULE_WORDS: ReadonlyMap<string, RuleWords> = new Map([
  ...SIZE_WORDS.map((words) => [words.name, words] as const),
  ...RULES.flatMap(({ rule, codes }) =>
    [rule.name, ...Object.keys(codes)].map((name) => [name, rule] as const),
  ),
  ...CODE_WORDS.map((words) => [words.name, words] as const),
]);

/** What people read of a check, by its rule's name or code; undefined for one that this release does not know. */
export function wordsOf(rule: string): RuleWords | undefined {
  return RULE_WORDS.get(rule);
}
