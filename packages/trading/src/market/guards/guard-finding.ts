/** What the guards look for. */
export type GuardKind =
  | 'hole'
  | 'short-gaps'
  | 'daily-break'
  | 'repeats'
  | 'crossed-quotes'
  | 'broken-bars'
  | 'weekend-bars'
  | 'week-start'
  | 'outliers';

/** Something found in a series, as one sentence with its figures. */
export type GuardFinding = Readonly<{
  kind: GuardKind;
  /** A warning says that results may be wrong; a note that the data is as real data is. */
  level: 'note' | 'warning';
  /** Bars, or holes, or weeks: what the sentence counts. */
  count: number;
  message: string;
}>;

/** Most examples that one sentence names. */
export const EXAMPLES = 3;
