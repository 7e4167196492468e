import { defaultRuleSet, PRESETS } from '@quorate/trading/governor/presets';
import { governedPath, type PathKind } from '@quorate/trading/testing/governed-paths';
import type { Benchmark } from './benchmark.ts';

const PATHS = 100_000;

/**
 * Random paths of four pairs under the default rules and every preset that counts in percent: gaps, crashes of all
 * pairs together, trades by hand, restarts, two bots, weeks in which clocks change. The figure is how often a floor
 * was crossed although no exit slipped more than was kept for it, and crossings deeper than such slips.
 */
export const benchmark: Benchmark = {
  name: 'governor.paths',
  title: 'floors crossed on random paths without a slip beyond its reserve',
  unit: 'crossings',
  bar: { of: 'figure', op: '<=', value: 0 },
  run(context) {
    const rules = [
      defaultRuleSet(5, 10, 10, null),
      ...PRESETS.filter(({ lines }) => lines.every(({ amount }) => !('moneyMinor' in amount))),
    ];
    const rows: string[][] = [];
    let figure = 0;
    for (const kind of ['within', 'beyond'] satisfies readonly PathKind[]) {
      const sum = { ticks: 0, opened: 0, crossings: 0, unbounded: 0, flattened: 0 };
      const paths = kind === 'within' ? PATHS : PATHS / 2;
      for (let seed = 1; seed <= paths; seed += 1) {
        const ruleSet = rules[seed % rules.length];
        if (!ruleSet) continue;
        const path = governedPath(seed, ruleSet, kind);
        for (const key of ['ticks', 'opened', 'crossings', 'unbounded', 'flattened'] as const)
          sum[key] += path[key];
        if (seed % 10_000 === 0) context.say(`${kind}: ${seed} of ${paths}`);
      }
      figure += kind === 'within' ? sum.crossings : sum.unbounded;
      const { ticks, opened, crossings, unbounded, flattened } = sum;
      const name = kind === 'within' ? 'within the reserve' : 'beyond it';
      rows.push([name, ...[paths, ticks, opened, flattened, crossings, unbounded].map(String)]);
    }
    return Promise.resolve({
      figure,
      note: `${PATHS} paths with slips within the reserve, ${PATHS / 2} with slips beyond it, under ${rules.length} rule sets`,
      table: {
        head: [
          'Slips',
          'Paths',
          'Ticks',
          'Opened',
          'Locks',
          'Floor crossed',
          'Deeper than the slip',
        ],
        rows,
      },
    });
  },
};
