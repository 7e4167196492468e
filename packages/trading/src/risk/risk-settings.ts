/** What the trader allows. Percentages are of min(balance, equity) or of the balance at the period's start. */
export type RiskSettings = Readonly<{
  /** Risked on one trade; never above RISK_PERCENT_CEILING. */
  riskPercent: number;
  /** Least reward over risk at the executable quote, costs included; never below RISK_REWARD_FLOOR. */
  minRiskReward: number;
  maxDailyTrades: number;
  /** Loss of one trading day after which nothing is opened until the next; floating loss counts. */
  dailyLossPercent: number;
  weeklyLossPercent: number;
  /** Profit of one week after which nothing is opened until the next; null for none. */
  weeklyProfitPercent: number | null;
  /** Symbols that may be traded; null for all. */
  allowedSymbols: readonly string[] | null;
  /** Widest spread as a multiple of the instrument's typical one. */
  maxSpreadMultiple: number;
  /** Largest part of the stop's distance that the spread may eat. */
  maxSpreadShareOfStop: number;
  /** A decision older than this, counted from the close of its bar, is discarded. */
  maxDecisionAgeSeconds: number;
  /**
   * What may be lost on one currency if every stop is hit, as so many times the risk of one trade; null
   * for no limit.
   */
  maxCurrencyRiskTrades: number | null;
  /** Fall from the highest equity after which nothing is opened for a while; null for none. */
  drawdownPercent: number | null;
  /** Hours of open market for which a drawdown pauses trading. */
  drawdownPauseHours: number;
  /** Losing trades in a row after which nothing is opened for a while; null for none. */
  maxLossesInRow: number | null;
  /** Hours of open market for which such a streak pauses trading. */
  lossesPauseHours: number;
}>;

/** No setting lets a trade risk more of the account than this, in percent. */
export const RISK_PERCENT_CEILING = 2;
/** No setting lets a trade through that can win less than it can lose. */
export const RISK_REWARD_FLOOR = 1;

/** For whoever has chosen nothing. */
export const DEFAULT_RISK_SETTINGS: RiskSettings = {
  riskPercent: 1,
  minRiskReward: 1.5,
  maxDailyTrades: 10,
  dailyLossPercent: 5,
  weeklyLossPercent: 10,
  weeklyProfitPercent: null,
  allowedSymbols: null,
  maxSpreadMultiple: 3,
  maxSpreadShareOfStop: 0.1,
  maxDecisionAgeSeconds: 60,
  maxCurrencyRiskTrades: 2.5,
  drawdownPercent: 10,
  drawdownPauseHours: 24,
  maxLossesInRow: null,
  lossesPauseHours: 24,
};
