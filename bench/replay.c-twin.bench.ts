import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../tools/root.ts';
import type { Benchmark } from './benchmark.ts';
import { onePriced, tradeCrossings } from './crossing.ts';
import { median } from './median.ts';
import { madeUpSeries } from './replay.ts';

const BARS = 2_000_000;
const RUNS = 5;

/**
 * Averages, entries, stops and targets through our broker, which keeps an account in exact money, beside a
 * loop in C that adds up points and does nothing else; both must trade alike. Needs gcc.
 */
export const benchmark: Benchmark = {
  name: 'replay.c-twin',
  title: 'candles a second through averages, entries, stops and targets, beside C',
  unit: 'candles/s',
  bar: { of: 'ratio', op: '>=', value: 0.35 },
  async run({ folder }) {
    const series = onePriced(madeUpSeries(BARS));
    const program = join(folder, 'crossing');
    const built = spawnSync('gcc', ['-O2', '-o', program, fromRoot('bench/crossing.c'), '-lm'], {
      encoding: 'utf8',
    });
    if (built.status !== 0) throw new Error(`gcc is needed: ${built.stderr ?? built.error}`);
    const file = join(folder, 'bars');
    const { open, high, low, close } = series;
    const arrays = [
      Int32Array.of(BARS),
      ...[open, high, low, close].map((a) => a.subarray(0, BARS)),
    ];
    writeFileSync(
      file,
      Buffer.concat(arrays.map((a) => Buffer.from(a.buffer, a.byteOffset, a.byteLength))),
    );
    const { stdout } = spawnSync(program, [file, String(RUNS)], { encoding: 'utf8' });
    const twin = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
    const rates: number[] = [];
    let own = { trades: 0, points: 0 };
    for (let run = 0; run < RUNS; run += 1) {
      const startedAt = performance.now();
      own = tradeCrossings(series);
      rates.push((1_000 * BARS) / (performance.now() - startedAt));
    }
    const [trades = 0, points = 0] = twin[0] ?? [];
    if (own.trades === 0 || own.trades !== trades || own.points !== points)
      throw new Error(`${own.trades} trades, ${own.points} points; C has ${trades}, ${points}`);
    const figure = median(rates);
    const value = median(twin.map(([, , seconds = Number.NaN]) => BARS / seconds));
    return {
      figure,
      denominator: { value, what: 'the same in C (gcc -O2), points alone' },
      ratio: figure / value,
      note: `${BARS} H1 candles, ${trades} trades and ${points} points in both; median of ${RUNS} runs`,
    };
  },
};
