import { pairPlace } from '@quorate/trading/ensemble/learned-record';
import { standOf } from '@quorate/trading/ensemble/standing';
import { weigh } from '@quorate/trading/ensemble/verdict';
import { DEFAULT_LIMITS } from '@quorate/trading/ensemble/verdict-rules';
import { createRandom } from '@quorate/trading/market/random';
import {
  membersOf,
  WORLD_COST,
  walkWorld,
  world,
  worldVote,
} from '@quorate/trading/testing/worlds';
import type { Benchmark } from './benchmark.ts';

const PANELS = 1_000;
const LEAST_OUTCOMES = 300;
const MOST_OUTCOMES = 1_000;

/**
 * Panels by chance (three to seven voters of 45 to 62 %, any correlation, some with copies) after 300 to 1,000
 * outcomes: every way in which they can vote is tried. One is frozen that has a vote whose lower bound is at least
 * 0 R after costs and which trades on none of those.
 */
export const benchmark: Benchmark = {
  name: 'verdict.frozen',
  title: 'panels of 1,000 that may expect a gain on some vote and cannot trade on any',
  unit: 'panels',
  bar: { of: 'figure', op: '<=', value: 0 },
  run(context) {
    const random = createRandom(11);
    const found = { frozen: 0, able: 0 };
    for (let panel = 0; panel < PANELS; panel += 1) {
      const count = 3 + Math.floor(5 * random());
      const accuracies = Array.from({ length: count }, () => 0.45 + 0.17 * random());
      const copies = random() < 0.3 ? 2 + Math.floor((count - 1) * random()) : 1;
      const each = world(`panel ${panel}`, accuracies, { correlation: random(), copies });
      const outcomes = LEAST_OUTCOMES + Math.floor((MOST_OUTCOMES - LEAST_OUTCOMES) * random());
      const { record } = walkWorld(each, { seed: panel + 1, decisions: outcomes });
      const names = Object.keys(membersOf(each));
      const standing = standOf(record, Object.values(membersOf(each)), WORLD_COST);
      let hopeful = false;
      let trades = false;
      for (let pattern = 0; pattern < 2 ** count; pattern += 1) {
        const votes = names.map((name, at) =>
          worldVote(name, pattern & (1 << at) ? 'BUY' : 'SELL'),
        );
        const verdict = weigh(votes, WORLD_COST, standing, DEFAULT_LIMITS);
        if ((verdict.expectedRLow ?? -1) >= 0) hopeful = true;
        if (verdict.action !== 'HOLD') trades = true;
      }
      if (trades) found.able += 1;
      if (hopeful && !trades) {
        found.frozen += 1;
        const twins = standing.correlations[pairPlace(0, 1)] ?? 0;
        context.say(
          `panel ${panel}: ${count} voters, ${outcomes} outcomes, first pair ${twins.toFixed(2)}`,
        );
      }
    }
    return Promise.resolve({
      figure: found.frozen,
      note: `${found.able} of ${PANELS} panels can trade on some vote; the others show no edge after costs of ${WORLD_COST} R`,
    });
  },
};
