import { gainedPercent } from '../limits-state.ts';
import { denied } from '../refusal.ts';
import { type EquityRule, keptCheck, NOT_KNOWN, type Settings } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  weekly_profit: "The week's profit reached 8.2% of the equity it began with, the limit is 8%.",
} as const;
export const settings = {
  weeklyProfitPercent: {
    field: 'weekly_profit_limit_percent',
    label: 'Weekly profit limit',
    unit: '%',
    least: 0.1,
    most: 1_000,
    optional: true,
    default: null,
    recommended: 'empty',
    help: 'A week that has won so much opens nothing more.',
    ofEquity: true,
    guide: 4,
  },
} as const satisfies Settings;

const kept = keptCheck('weekly_profit_percent');

/** Nothing is opened for the rest of a week whose profit is large enough for the trader. */
export const rule: EquityRule<typeof settings> = {
  kind: 'equity',
  name: 'weekly_profit_percent',
  label: 'Profit of the week',
  unit: 'percent',
  sign: '<',
  refusedWhen: 'latched, the same for a gain',
  check({ limits, settings: { weeklyProfitPercent: limit }, account }) {
    const latch = limits.weeklyProfitLatch;
    if (latch === null || limit === null) {
      const { weekStartMinor } = limits;
      const gained = account ? gainedPercent(weekStartMinor, account.equity.minor) : NOT_KNOWN;
      return kept(gained, limit ?? Number.MAX_SAFE_INTEGER);
    }
    return denied(
      'weekly_profit',
      limit,
      latch,
      `The week's profit reached ${latch}% of the equity it began with, the limit is ${limit}%.`,
    );
  },
};
