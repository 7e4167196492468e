export type Bar = {
  /** What the bar is set for: the figure itself, or its ratio to the denominator. */
  of: 'figure' | 'ratio';
  op: '>=' | '<=';
  value: number;
};

export type Measurement = {
  figure: number;
  /** What the machine does at best (or a peer does), measured in the same run. */
  denominator?: { value: number; what: string };
  /** figure / denominator.value. */
  ratio?: number;
  /** One line: how it was measured, and the figures behind the figure. */
  note: string;
  /** Figures of several things, for the docs. */
  table?: Readonly<{ head: readonly string[]; rows: readonly (readonly string[])[] }>;
};

export type BenchContext = {
  /** Progress for people; never part of the result. */
  say: (line: string) => void;
  /** An empty folder that is gone when the benchmark is done. */
  folder: string;
  /** Runs when the benchmark is done or has failed, last registered first. */
  onEnd: (clean: () => Promise<void> | void) => void;
};

/** A benchmark is named after the bar it measures; its file is called `<name>.bench.ts`. */
export type Benchmark = {
  name: string;
  title: string;
  /** Of the figure and of the denominator: 's', 'rows/s', 'ms'. */
  unit: string;
  bar: Bar;
  run: (context: BenchContext) => Promise<Measurement>;
};

/** @throws Error when the bar is set for a ratio that was not measured */
export function holds(bar: Bar, measurement: Measurement): boolean {
  const value = bar.of === 'ratio' ? measurement.ratio : measurement.figure;
  if (value === undefined) throw new Error('the bar is set for a ratio, and none was measured');
  // NaN compares false both ways and so never holds.
  return bar.op === '>=' ? value >= bar.value : value <= bar.value;
}
