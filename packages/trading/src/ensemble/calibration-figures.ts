import { wilsonInterval, Z_95 } from '../statistics/interval.ts';

/** How often price rose and fell first after a chance of so many hundredths had been said. */
export type CalibrationCell = Readonly<{
  /** 1 to 99, each at most once. */
  hundredth: number;
  ups: number;
  downs: number;
}>;

/** A figure with its 95 % interval. */
export type CalibrationFigure = Readonly<{ value: number; low: number; high: number }>;

/** Votes whose chance lay in one tenth. */
export type ReliabilityTenth = Readonly<{
  /** Bounds of the tenth: from 0.5 up to, but not including, 0.6. */
  from: number;
  to: number;
  outcomes: number;
  /** Mean chance that was said. */
  said: number;
  /** Share of rises that came. */
  came: CalibrationFigure;
}>;

/** How good a voter's chances were, as it said them. */
export type CalibrationFigures = Readonly<{
  outcomes: number;
  /** Share that came as it leaned, of the outcomes where it leaned to a side; null without any. */
  accuracy: CalibrationFigure | null;
  /** Mean squared distance of what it said from what came; null without outcomes. */
  brier: CalibrationFigure | null;
  /** The tenths in which it said anything, the lowest first. */
  curve: readonly ReliabilityTenth[];
}>;

const EVEN = 50;

/** The figures of a voter's record; all shares are from 0 to 1. */
export function calibrationFigures(cells: readonly CalibrationCell[]): CalibrationFigures {
  const leaned = cells.filter(({ hundredth }) => hundredth !== EVEN);
  const hits = countOf(leaned, ({ hundredth, ups, downs }) => (hundredth > EVEN ? ups : downs));
  return {
    outcomes: countOf(cells, outcomesOf),
    accuracy: shareOf(hits, countOf(leaned, outcomesOf)),
    brier: brierOf(cells),
    curve: Array.from({ length: 10 }, (_, tenth) => tenthOf(cells, tenth)).filter(
      (point) => point !== null,
    ),
  };
}

function outcomesOf({ ups, downs }: CalibrationCell): number {
  return ups + downs;
}

function countOf(
  cells: readonly CalibrationCell[],
  count: (cell: CalibrationCell) => number,
): number {
  return cells.reduce((sum, cell) => sum + count(cell), 0);
}

/** A rate with Wilson's interval. */
function shareOf(hits: number, outcomes: number): CalibrationFigure | null {
  const interval = wilsonInterval(hits, outcomes);
  if (!interval) return null;
  const { low, high } = interval;
  return { value: hits / outcomes, low: (low ?? 0) / 100, high: (high ?? 100) / 100 };
}

/** The interval of a mean: 1.96 standard errors to either side, within 0 and 1. */
function brierOf(cells: readonly CalibrationCell[]): CalibrationFigure | null {
  const outcomes = countOf(cells, outcomesOf);
  if (outcomes === 0) return null;
  // In whole numbers, so that the order of the cells changes nothing.
  const misses = countOf(
    cells,
    ({ hundredth, ups, downs }) => ups * (100 - hundredth) ** 2 + downs * hundredth ** 2,
  );
  const squares = countOf(
    cells,
    ({ hundredth, ups, downs }) => ups * (100 - hundredth) ** 4 + downs * hundredth ** 4,
  );
  const value = misses / 1e4 / outcomes;
  const variance = Math.max(0, squares / 1e8 - outcomes * value ** 2) / Math.max(1, outcomes - 1);
  const reach = Z_95 * Math.sqrt(variance / outcomes);
  return { value, low: Math.max(0, value - reach), high: Math.min(1, value + reach) };
}

function tenthOf(cells: readonly CalibrationCell[], tenth: number): ReliabilityTenth | null {
  const within = cells.filter(({ hundredth }) => Math.floor(hundredth / 10) === tenth);
  const outcomes = countOf(within, outcomesOf);
  const came = shareOf(
    countOf(within, ({ ups }) => ups),
    outcomes,
  );
  if (!came) return null;
  const said = countOf(within, (cell) => cell.hundredth * outcomesOf(cell)) / 100 / outcomes;
  return { from: tenth / 10, to: (tenth + 1) / 10, outcomes, said, came };
}
