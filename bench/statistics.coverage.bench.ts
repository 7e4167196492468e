import { createRandom } from '@quorate/trading/market/random';
import { dayEstimates } from '@quorate/trading/statistics/daily-returns';
import type { Estimate } from '@quorate/trading/statistics/estimate';
import type { Interval } from '@quorate/trading/statistics/interval';
import { MEASURES, type MeasureKey } from '@quorate/trading/statistics/measures/catalogue';
import { intervalOf, rateInterval } from '@quorate/trading/statistics/record-interval';
import { tradeEstimates } from '@quorate/trading/statistics/trade-figures';
import type { Benchmark } from './benchmark.ts';

const RECORDS = 8_000;
const POPULATION = 2_000;

/** Results in R, and how likely the result before comes again: then every figure of neighbours correlates as much. */
type Shape = Readonly<{
  name: string;
  population: Float64Array;
  repeats: number;
  /** Clustered and skewed at once: shown, and not what an interval waits for. */
  both?: true;
}>;

const PLAIN = populationOf(0.45, [0.75, 2.25], [-1.4, -0.6]);
const MANY_SMALL_WINS = populationOf(0.9, [0.15, 0.45], [-3, -1]);
const FEW_LARGE_WINS = populationOf(0.1, [1.75, 5.25], [-0.45, -0.15]);
const SHAPES: readonly Shape[] = [
  { name: 'independent', population: PLAIN, repeats: 0 },
  { name: 'clustered 0.2', population: PLAIN, repeats: 0.2 },
  { name: 'clustered 0.4', population: PLAIN, repeats: 0.4 },
  { name: '90/10', population: MANY_SMALL_WINS, repeats: 0 },
  { name: '10/90', population: FEW_LARGE_WINS, repeats: 0 },
  { name: '90/10, 0.2', population: MANY_SMALL_WINS, repeats: 0.2, both: true },
  { name: '10/90, 0.2', population: FEW_LARGE_WINS, repeats: 0.2, both: true },
  { name: '90/10, 0.4', population: MANY_SMALL_WINS, repeats: 0.4, both: true },
  { name: '10/90, 0.4', population: FEW_LARGE_WINS, repeats: 0.4, both: true },
];

/** Wins and losses, each spread evenly over a stretch: what is true of them is known exactly. */
function populationOf(
  winShare: number,
  wins: readonly [number, number],
  losses: readonly [number, number],
): Float64Array {
  const won = Math.round(POPULATION * winShare);
  return Float64Array.from({ length: POPULATION }, (_, index) => {
    const [[low, high], at, of] =
      index < won ? [wins, index, won] : [losses, index - won, POPULATION - won];
    return low + ((high - low) * (at + 0.5)) / of;
  });
}

/** A record of results in R, seen as trades and as days that bring as many percent. */
type Seen = Readonly<{
  wins: Float64Array;
  trades: ReturnType<typeof tradeEstimates>;
  days: ReturnType<typeof dayEstimates>;
}>;

function seen(results: Float64Array): Seen {
  return {
    wins: results.map((result) => (result > 0 ? 1 : 0)),
    trades: tradeEstimates({ nets: results, multiples: results }),
    days: dayEstimates(results.map((result) => result / 100)),
  };
}

/** Measures with the same interval, each in its own unit. */
type Subject = Readonly<{
  keys: readonly MeasureKey[];
  of: 'trades' | 'days';
  figure: (record: Seen) => Readonly<{ value: number; interval: () => Interval | null }>;
}>;

const SIZES = { trades: [30, 50, 60, 100, 200, 500], days: [60, 120, 200, 500] };

const estimated = (
  of: Subject['of'],
  keys: readonly MeasureKey[],
  estimate: (record: Seen) => Estimate,
): Subject => ({
  keys,
  of,
  figure: (record) => {
    const found = estimate(record);
    return { value: found.value, interval: () => intervalOf(found) };
  },
});

const SUBJECTS: readonly Subject[] = [
  estimated('trades', ['expectancy', 'average_r'], ({ trades }) => trades.expectancy),
  {
    keys: ['win_rate', 'reached_one_r', 'profitable_days'],
    of: 'trades',
    figure: ({ wins }) => ({
      value: (100 * wins.reduce((sum, win) => sum + win, 0)) / wins.length,
      interval: () => rateInterval(wins),
    }),
  },
  estimated('trades', ['profit_factor'], ({ trades }) => trades.profit_factor),
  estimated('trades', ['payoff_ratio', 'break_even_win_rate'], ({ trades }) => trades.payoff_ratio),
  estimated('trades', ['kelly'], ({ trades }) => trades.kelly),
  estimated('trades', ['deviation'], ({ trades }) => trades.deviation),
  estimated('trades', ['sqn'], ({ trades }) => perTrade(trades.sqn)),
  estimated('days', ['sharpe_ratio'], ({ days }) => days.sharpe_ratio),
  estimated('days', ['sortino_ratio'], ({ days }) => days.sortino_ratio),
  estimated('days', ['annual_return'], ({ days }) => days.growth),
];

/** SQN without its root of the number of trades, by which a record and its population differ. */
function perTrade({ value, influences, scale }: Estimate): Estimate {
  const root = Math.sqrt(Math.min(influences.length, 100));
  return { value: value / root, influences: influences.map((each) => each / root), scale };
}

/** How often the 95% intervals that the product shows hold what is true, over made-up records whose truth is known. */
export const benchmark: Benchmark = {
  name: 'statistics.coverage',
  title: '95% intervals that are shown: farthest from holding the truth 95 times in 100',
  unit: 'points',
  bar: { of: 'figure', op: '<=', value: 2 },
  async run({ say }) {
    const measured = SUBJECTS.flatMap(({ keys }) => keys);
    for (const { key, interval } of MEASURES)
      if ((interval !== null) !== measured.includes(key))
        throw new Error(`${key} is measured here exactly if it has an interval`);
    const coverages = new Map<string, number>();
    for (const n of new Set([...SIZES.trades, ...SIZES.days])) {
      const subjects = SUBJECTS.filter(({ of }) => SIZES[of].includes(n));
      for (const shape of SHAPES)
        for (const [subject, percent] of coverage(subjects, shape, n))
          coverages.set(cellOf(subject, shape, n), percent);
      say(`${n} results`);
    }
    let farthest = 0;
    const rows = SUBJECTS.flatMap((subject) => {
      const [name, shownFrom] = wordsOf(subject.keys);
      return SIZES[subject.of].map((n) => {
        const percents = SHAPES.map((shape) => coverages.get(cellOf(subject, shape, n)) ?? 0);
        const shown = n >= shownFrom;
        const judged = percents.filter((_, at) => !SHAPES[at]?.both);
        if (shown) farthest = Math.max(farthest, ...judged.map((each) => Math.abs(each - 95)));
        const cells = percents.map((each) => (shown ? each.toFixed(1) : `(${each.toFixed(1)})`));
        return [name, String(n), ...cells];
      });
    });
    return {
      figure: farthest,
      note: `${RECORDS} records for each shape and size, at most 0.6 points of chance; records that are clustered and skewed at once are shown, not judged`,
      table: { head: ['Interval of', 'n', ...SHAPES.map(({ name }) => name)], rows },
    };
  },
};

function wordsOf(keys: readonly MeasureKey[]): [names: string, shownFrom: number] {
  const texts = MEASURES.filter(({ key }) => keys.includes(key));
  const from = new Set(texts.map(({ intervalFrom }) => intervalFrom));
  const [shownFrom] = from;
  if (from.size !== 1 || !shownFrom)
    throw new Error(`${keys.join()} are shown from different n on`);
  return [texts.map(({ name }) => name).join(', '), shownFrom];
}

function cellOf({ keys }: Subject, shape: Shape, n: number): string {
  return `${keys.join()} ${shape.name} ${n}`;
}

/** In how many of 100 records the intervals hold the truth; one without an interval does not. */
function coverage(subjects: readonly Subject[], { population, repeats }: Shape, n: number) {
  const random = createRandom(20_261_127 + n);
  const whole = seen(population);
  const truths = subjects.map(({ figure }) => figure(whole).value);
  const held = new Float64Array(subjects.length);
  const results = new Float64Array(n);
  for (let made = 0; made < RECORDS; made += 1) {
    let result = 0;
    for (let index = 0; index < n; index += 1) {
      if (index === 0 || random() >= repeats)
        result = population[Math.floor(random() * POPULATION)] ?? 0;
      results[index] = result;
    }
    const record = seen(results);
    for (const [at, { figure }] of subjects.entries()) {
      const { low, high } = figure(record).interval() ?? { low: null, high: null };
      const truth = truths[at] ?? Number.NaN;
      if (low !== null && high !== null && low <= truth && truth <= high)
        held[at] = (held[at] ?? 0) + 1;
    }
  }
  return subjects.map((subject, at) => [subject, (100 * (held[at] ?? 0)) / RECORDS] as const);
}
