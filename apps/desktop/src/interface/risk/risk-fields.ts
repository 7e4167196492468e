import type { RiskProfile } from '@quorate/bot/profiles/profile';

export type RiskNumber = Exclude<keyof RiskProfile, 'currency_pairs'>;

export type RiskField = Readonly<{
  name: RiskNumber;
  label: string;
  /** Shown behind the box. */
  unit: string;
  least: number;
  most: number;
  whole: boolean;
  /** Whether it may be left empty: no such limit. */
  optional: boolean;
  recommended: string;
  /** What it does, in one line. */
  meaning: string;
  /** Whether it is percent of the equity, so that it can be told in money. */
  ofEquity: boolean;
}>;

const COMMON = { whole: false, optional: false, ofEquity: false } as const;

/** The risk settings of the guide under their names, in the guide's order. */
export const RISK_FIELDS: readonly RiskField[] = [
  {
    ...COMMON,
    name: 'risk_per_trade_percent',
    label: 'Risk per trade',
    unit: '%',
    least: 0.01,
    most: 2,
    recommended: '1 to 2',
    meaning: 'What one trade loses if its stop loss is hit. Never above 2%.',
    ofEquity: true,
  },
  {
    ...COMMON,
    name: 'maximum_daily_trades',
    label: 'Maximum daily trades',
    unit: 'trades',
    least: 1,
    most: 1_000,
    whole: true,
    recommended: '3 to 5',
    meaning: 'After so many, nothing more is opened until the next trading day.',
  },
  {
    ...COMMON,
    name: 'daily_loss_limit_percent',
    label: 'Daily loss limit',
    unit: '%',
    least: 0.1,
    most: 100,
    recommended: '5',
    meaning: 'A day that has lost so much, open positions included, opens nothing more.',
    ofEquity: true,
  },
  {
    ...COMMON,
    name: 'weekly_profit_limit_percent',
    label: 'Weekly profit limit',
    unit: '%',
    least: 0.1,
    most: 1_000,
    optional: true,
    recommended: 'empty',
    meaning: 'A week that has won so much opens nothing more. Empty: no limit.',
    ofEquity: true,
  },
  {
    ...COMMON,
    name: 'weekly_loss_limit_percent',
    label: 'Weekly loss limit',
    unit: '%',
    least: 0.1,
    most: 100,
    recommended: '10',
    meaning: 'A week that has lost so much opens nothing more until the next.',
    ofEquity: true,
  },
  {
    ...COMMON,
    name: 'minimum_risk_reward',
    label: 'Risk-reward ratio',
    unit: 'to 1',
    least: 1,
    most: 20,
    recommended: '1.5',
    meaning: 'A trade must be able to win at least so many times what it can lose.',
  },
];

/** For those who want more: each works as it stands. */
export const MORE_RISK_FIELDS: readonly RiskField[] = [
  {
    ...COMMON,
    name: 'currency_risk_limit_trades',
    label: 'Risk on one currency',
    unit: 'trades',
    least: 1,
    most: 100,
    optional: true,
    recommended: '2.5',
    meaning: 'Most that one currency may lose at the stops, in risks of one trade.',
  },
  {
    ...COMMON,
    name: 'drawdown_limit_percent',
    label: 'Drawdown pause',
    unit: '%',
    least: 0.1,
    most: 100,
    optional: true,
    recommended: '10',
    meaning: 'A fall from the highest equity that pauses trading. Empty: no pause.',
    ofEquity: true,
  },
  {
    ...COMMON,
    name: 'drawdown_pause_hours',
    label: 'Length of the drawdown pause',
    unit: 'hours',
    least: 1,
    most: 1_200,
    recommended: '24',
    meaning: 'Hours of open market: 120 are a week.',
  },
  {
    ...COMMON,
    name: 'losses_in_a_row_limit',
    label: 'Losses in a row',
    unit: 'losses',
    least: 1,
    most: 100,
    whole: true,
    optional: true,
    recommended: 'empty',
    meaning: 'So many losing trades one after another pause trading. Empty: no pause.',
  },
  {
    ...COMMON,
    name: 'losses_pause_hours',
    label: 'Length of the pause after losses',
    unit: 'hours',
    least: 1,
    most: 1_200,
    recommended: '24',
    meaning: 'Hours of open market: 120 are a week.',
  },
];

export const ALL_RISK_FIELDS: readonly RiskField[] = [...RISK_FIELDS, ...MORE_RISK_FIELDS];
