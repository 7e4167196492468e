/** What a measure counts: it says how many of these are behind a figure. */
export type MeasureSample =
  | 'trades'
  | 'wins'
  | 'losses'
  | 'risked'
  | 'days'
  | 'traded_days'
  | 'spreads';

/** `ratio` is a plain number, `duration` milliseconds, `r` a multiple of what was at risk. */
export type MeasureUnit = 'money' | 'percent' | 'ratio' | 'r' | 'count' | 'duration';

export type MeasureGroup = 'result' | 'risk' | 'consistency' | 'time' | 'costs';

/** How the 95% interval is found; a figure that is a plain fact of the record has none. */
export type IntervalMethod = 'wilson' | 'bootstrap';

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
  formula: string;
  /** What it tells a trader, a sentence or two. */
  meaning: string;
}>;

export const SAMPLE_WORDS: Readonly<Record<MeasureSample, readonly [one: string, many: string]>> = {
  trades: ['trade', 'trades'],
  wins: ['winning trade', 'winning trades'],
  losses: ['losing trade', 'losing trades'],
  risked: ['trade with a stop', 'trades with a stop'],
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
