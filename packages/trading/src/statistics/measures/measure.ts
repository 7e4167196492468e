/** What a measure counts: it says how many of these are behind a figure. */
export type MeasureSample =
  | 'trades'
  | 'wins'
  | 'losses'
  | 'risked'
  | 'followed'
  | 'followed_risked'
  | 'days'
  | 'traded_days'
  | 'spreads';

/** `ratio` is a plain number, `duration` milliseconds, `r` a multiple of what was at risk. */
export type MeasureUnit = 'money' | 'percent' | 'ratio' | 'r' | 'count' | 'duration';

export type MeasureGroup = 'result' | 'risk' | 'consistency' | 'time' | 'costs';

/**
 * How the 95% interval is found: of a rate, or of another figure that each result adds to. A plain fact of the
 * record has none, and so has what hangs on the order of the trades, such as a drawdown.
 */
export type IntervalMethod = 'rate' | 'influence';

/** One measure in words. The page shows them and docs/reference/formulas.md lists them: this is where they are written. */
export type MeasureText = Readonly<{
  key: string;
  group: MeasureGroup;
  name: string;
  unit: MeasureUnit;
  sample: MeasureSample;
  /** With fewer than these no figure is given. */
  least: number;
  interval: IntervalMethod | null;
  /**
   * From so many on the interval is shown: from there it holds the true figure 93 to 97 times in 100 for records
   * that are independent, clustered or skewed. Measured: docs/reference/interval-coverage.md.
   */
  intervalFrom: number | null;
  /** Of kept equity where it is known. */
  fromEquity?: true;
  formula: string;
  /** What it tells a trader, a sentence or two. */
  meaning: string;
}>;

export const SAMPLE_WORDS: Readonly<Record<MeasureSample, readonly [one: string, many: string]>> = {
  trades: ['trade', 'trades'],
  wins: ['winning trade', 'winning trades'],
  losses: ['losing trade', 'losing trades'],
  risked: ['trade with a stop', 'trades with a stop'],
  followed: ['trade that was followed', 'trades that were followed'],
  followed_risked: ['followed trade with a stop', 'followed trades with a stop'],
  days: ['trading day', 'trading days'],
  traded_days: ['day with trades', 'days with trades'],
  spreads: ['trade with a known spread', 'trades with a known spread'],
};

export const GROUP_WORDS: Readonly<Record<MeasureGroup, string>> = {
  result: 'Result',
  risk: 'Risk',
  consistency: 'Consistency',
  time: 'Time',
  costs: 'Costs',
};
