import { defaultRuleSet, PRESETS } from '@quorate/trading/governor/presets';
import {
  governedPath,
  type PathKind,
  type PathOutcome,
} from '@quorate/trading/testing/governed-paths';
import type { Benchmark } from './benchmark.ts';

const PATHS = 100_000;
const KEYS = ['ticks', 'opened', 'crossings', 'unbounded', 'ended', 'flattened'] as const;
const NAMES: Readonly<Record<PathKind, string>> = {
  within: 'within the reserve',
  'one-worst': 'of one symbol at its very worst',
  beyond: 'beyond the reserve',
};
/** What must not happen on a path of this kind. */
const BROKEN: Readonly<Record<PathKind, (sum: PathOutcome) => number>> = {
  within: ({ crossings }) => crossings,
  'one-worst': ({ ended }) => ended,
  beyond: ({ unbounded }) => unbounded,
};

/**
 * Random paths of four pairs under the default rules and every preset that counts in percent: gaps, crashes of all
 * pairs together, trades by hand, restarts, two bots, weeks in which clocks change. The figure is how often a floor
 * was crossed although no exit slipped more than was kept for it, the floor of the whole account although only one
 * symbol did, and crossings deeper than such slips.
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
    for (const kind of ['within', 'one-worst', 'beyond'] satisfies readonly PathKind[]) {
      const sum = { ticks: 0, opened: 0, crossings: 0, unbounded: 0, ended: 0, flattened: 0 };
      const paths = kind === 'within' ? PATHS : PATHS / 2;
      for (let seed = 1; seed <= paths; seed += 1) {
        const ruleSet = rules[seed % rules.length];
        if (!ruleSet) continue;
        const path = governedPath(seed, ruleSet, kind);
        for (const key of KEYS) sum[key] += path[key];
        if (seed % 10_000 === 0) context.say(`${kind}: ${seed} of ${paths}`);
      }
      figure += BROKEN[kind](sum);
      const { ticks, opened, crossings, unbounded, ended, flattened } = sum;
      const counted = [paths, ticks, opened, flattened, crossings, unbounded, ended];
      rows.push([NAMES[kind], ...counted.map(String)]);
    }
    return Promise.resolve({
      figure,
      note: `${PATHS} paths with slips within the reserve, ${PATHS / 2} in which one symbol slips at its very worst, ${PATHS / 2} with slips beyond the reserve, under ${rules.length} rule sets`,
      table: {
        head: [
          'Slips',
          'Paths',
          'Ticks',
          'Opened',
          'Locks',
          'Floor crossed',
          'Deeper than the slip',
          'Total floor crossed',
        ],
        rows,
      },
    });
  },
};
