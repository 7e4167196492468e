import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Benchmark } from './benchmark.ts';
import { holds } from './benchmark.ts';
import { measure } from './measure.ts';
import { describeResult } from './print.ts';

const benchmark = (run: Benchmark['run'], bar?: Partial<Benchmark['bar']>): Benchmark => ({
  name: 'sync.copy-ratio',
  title: 'rows a second',
  unit: 'rows/s',
  bar: { of: 'ratio', op: '>=', value: 0.05, ...bar },
  run,
});
const silent = () => {};

describe('a benchmark', () => {
  it('holds at its bar and falls short beyond it, in either direction', () => {
    const note = '';
    const least = { of: 'figure', op: '>=', value: 10 } as const;
    const most = { of: 'figure', op: '<=', value: 10 } as const;
    assert.deepEqual(
      [9, 10, 11].map((figure) => holds(least, { figure, note })),
      [false, true, true],
    );
    assert.deepEqual(
      [9, 10, 11].map((figure) => holds(most, { figure, note })),
      [true, true, false],
    );
  });

  it('never holds on a figure that is no number', () => {
    assert.equal(
      holds({ of: 'figure', op: '<=', value: 10 }, { figure: Number.NaN, note: '' }),
      false,
    );
  });

  it('prints the figure, the denominator of the same run, the ratio, the bar and whether it holds', async () => {
    const run = async () => ({
      figure: 24_000,
      denominator: { value: 240_000, what: 'COPY' },
      ratio: 0.1,
      note: '30,000 rows',
    });
    const text = describeResult(await measure(benchmark(run), silent));
    assert.deepEqual(text.split('\n'), [
      'HOLDS  sync.copy-ratio · rows a second',
      '  figure       24,000 rows/s',
      '  denominator  240,000 rows/s (COPY)',
      '  ratio        0.1',
      '  bar          at least 0.05 as a ratio',
      '  note         30,000 rows',
    ]);
  });

  it('that fails falls short, says why, and cleans up, last thing first', async () => {
    const cleaned: string[] = [];
    let folder = '';
    const result = await measure(
      benchmark(async (context) => {
        folder = context.folder;
        context.onEnd(() => void cleaned.push('first'));
        context.onEnd(() => void cleaned.push('second'));
        throw new Error('the service went away');
      }),
      silent,
    );
    assert.equal(result.holds, false);
    assert.match(describeResult(result), /^SHORT/);
    assert.match(describeResult(result), /error {8}the service went away/);
    assert.deepEqual(cleaned, ['second', 'first']);
    assert.equal(existsSync(folder), false);
  });

  it('whose bar is set for a ratio falls short when it measured none', async () => {
    const result = await measure(
      benchmark(async () => ({ figure: 1, note: '' })),
      silent,
    );
    assert.equal(result.holds, false);
    assert.match(result.error ?? '', /set for a ratio/);
  });
});
