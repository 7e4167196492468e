import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, instant, instantFromIso } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import { createRandom } from '../market/random.ts';
import { finish } from '../statistics/slices.ts';
import { challengeDayOf, challengeProgress } from './challenge.ts';
import { chanceToPass } from './chance-to-pass.ts';
import { defaultRuleSet, PRESETS, presetOf } from './presets.ts';
import type { Preset } from './rule-set.ts';
import { type PastTrade, whatIf } from './what-if.ts';

const at = instantFromIso;
const account = { initialMinor: 1_000_000, currency: currencyOf('USD') };
const MONDAY = at('2025-03-03T08:00:00Z');

function known(id: string): Preset {
  const found = presetOf(id);
  assert.ok(found);
  return found;
}

/** One trade a day, from Monday on, weekends left out. */
function daily(nets: readonly number[], worst: readonly number[] = []): PastTrade[] {
  return nets.map((netMinor, index) => {
    const openedAt = instant(MONDAY + (7 * Math.floor(index / 5) + (index % 5)) * DAY_MS);
    return {
      openedAt,
      closedAt: instant(openedAt + HOUR_MS),
      netMinor,
      worstMinor: worst[index] ?? Math.min(0, netMinor),
    };
  });
}
const past = (trades: readonly PastTrade[]) => ({ startMinor: 1_000_000, trades });

test('progress counts profit, days and the best day, and says what is missing', () => {
  const days = [40_000, -10_000, 20_000].map((profitMinor, day) => ({
    day,
    profitMinor,
    trades: 2,
  }));
  assert.deepEqual(challengeProgress(known('ftmo-1-step'), account, days), {
    profitMinor: 50_000,
    profitPercent: 5,
    targetPercent: 10,
    tradingDays: 3,
    fewestTradingDays: null,
    bestDayMinor: 40_000,
    bestDaySharePercent: 80,
    bestDayPercent: 50,
    missing: [
      '$500 more profit reaches the target of 10%.',
      '$300 more profit on other days, so that the best day is at most 50% of it.',
    ],
  });
  const stakes = challengeProgress(known('the5ers-high-stakes'), account, days);
  assert.deepEqual(
    [stakes.tradingDays, stakes.missing],
    [
      2,
      [
        '$300 more profit reaches the target of 8%.',
        '1 more trading day with at least 0.5% profit.',
      ],
    ],
  );
});

test('without a trade the best day has no share, and a funded account misses nothing', () => {
  const none = challengeProgress(known('ftmo-funded-swing'), account, []);
  assert.deepEqual([none.bestDaySharePercent, none.missing], [null, []]);
});

test('a day of the rules is a day of their zone', () => {
  const evening = at('2025-03-03T22:30:00Z');
  assert.equal(
    challengeDayOf(known('the5ers-high-stakes'), evening),
    challengeDayOf(known('ftmo-2-step'), evening) + 1,
  );
});

test('a past that reaches the target passes at the trade that reaches it', () => {
  const result = whatIf(
    known('ftmo-2-step'),
    account,
    past(daily([30_000, 30_000, 30_000, 30_000])),
  );
  assert.deepEqual(
    [result.outcome, result.at, result.taken, result.skipped, result.progress.missing],
    ['passed', at('2025-03-06T09:00:00Z'), 4, 0, []],
  );
  // Enough money in too few days is not enough.
  const early = whatIf(known('ftmo-2-step'), account, past(daily([60_000, 60_000])));
  assert.deepEqual([early.outcome, early.progress.missing], ['open', ['2 more trading days.']]);
});

test('a floating loss fails by the line of the day, though it closed in profit', () => {
  const result = whatIf(
    known('ftmo-2-step'),
    account,
    past(daily([10_000, 20_000, 5_000], [0, -51_000, 0])),
  );
  assert.deepEqual(
    [result.outcome, result.line, result.at, result.taken, result.skipped],
    ['failed', 0, at('2025-03-04T09:00:00Z'), 2, 1],
  );
});

test('small losses fail by the total line, and the same shares on an account of any size', () => {
  const trades = daily(Array.from({ length: 8 }, () => -15_000));
  const result = whatIf(known('ftmo-2-step'), account, past(trades));
  assert.deepEqual([result.outcome, result.line, result.taken], ['failed', 1, 7]);
  const larger = { ...account, initialMinor: 20_000_000 };
  assert.equal(whatIf(known('ftmo-2-step'), larger, past(trades)).taken, 7);
});

test('a day that has paused takes no more trades until it turns', () => {
  const own = defaultRuleSet(2, 50, null, null);
  const first = {
    openedAt: MONDAY,
    closedAt: instant(MONDAY + HOUR_MS),
    netMinor: -25_000,
    worstMinor: null,
  };
  const later = (hours: number): PastTrade => ({
    openedAt: instant(MONDAY + hours * HOUR_MS),
    closedAt: instant(MONDAY + (hours + 1) * HOUR_MS),
    netMinor: 10_000,
    worstMinor: null,
  });
  const result = whatIf(own, account, past([first, later(2), later(3), later(26)]));
  assert.deepEqual(
    [result.outcome, result.taken, result.skipped, result.floatingKnown],
    ['open', 2, 2, false],
  );
});

const coin = (count: number, win: number, loss: number, seed = 7) => {
  const random = createRandom(seed);
  return daily(Array.from({ length: count }, () => (random() < 0.5 ? win : -loss)));
};
const options = { seed: 11, runs: 1_000, mostDays: 500 };
const chance = (id: string, trades: readonly PastTrade[], more = {}) =>
  finish(chanceToPass(known(id), account, past(trades), { ...options, ...more }));

test('a past that always wins passes for certain, one that always loses never', () => {
  const wins = chance('ftmo-2-step', daily(Array.from({ length: 40 }, () => 5_000)));
  assert.equal(wins?.passed?.percent, 100);
  assert.ok((wins.daysToPass ?? 0) >= 4);
  const losses = chance('ftmo-2-step', daily(Array.from({ length: 40 }, () => -5_000)));
  assert.deepEqual([losses?.passed?.percent, losses?.failed.percent], [0, 100]);
});

test('a fair coin between 10% up and 10% down passes about as often as it fails', () => {
  const random = createRandom(3);
  const evenly = Array.from({ length: 400 }, (_, index) => ({
    net: index % 2 === 0 ? 9_000 : -9_000,
    place: random(),
  })).sort((a, b) => a.place - b.place);
  const fair = chance('ftmo-2-step', daily(evenly.map(({ net }) => net)));
  assert.ok(fair?.passed);
  const { passed, failed, open } = fair;
  assert.equal(passed.runs + failed.runs + open.runs, 1_000);
  assert.ok(passed.percent > 25 && passed.percent < 75, `${passed.percent}`);
  const { low, high } = passed.interval ?? { low: null, high: null };
  assert.ok(low !== null && high !== null && low <= passed.percent && high >= passed.percent);
});

test('the interval is wide where the past is short', () => {
  const width = (trades: readonly PastTrade[]) => {
    const interval = chance('ftmo-2-step', trades)?.passed?.interval;
    return (interval?.high ?? Number.NaN) - (interval?.low ?? Number.NaN);
  };
  assert.ok(width(coin(30, 11_000, 9_000)) > 30);
  assert.ok(width(coin(2_000, 11_000, 9_000)) < width(coin(30, 11_000, 9_000)));
});

test('a past without a loss leaves unknown what so few weeks leave unknown', () => {
  const wins = (count: number) => {
    const passed = chance('ftmo-2-step', daily(Array.from({ length: count }, () => 5_000)))?.passed;
    return [passed?.percent, passed?.interval?.low ?? Number.NaN, passed?.interval?.high] as const;
  };
  const [percent, low, high] = wins(40);
  assert.deepEqual([percent, high], [100, 100]);
  assert.ok(low < 85, `${low}`);
  assert.ok(wins(400)[1] > low);
});

test('the same seed draws the same runs, and too little a past is not drawn from', () => {
  const trades = coin(60, 12_000, 9_000);
  assert.deepEqual(chance('ftmo-1-step', trades), chance('ftmo-1-step', trades));
  assert.notDeepEqual(chance('ftmo-1-step', trades), chance('ftmo-1-step', trades, { seed: 12 }));
  assert.equal(chance('ftmo-1-step', trades.slice(0, 29)), null);
});

test('a funded account has no target to pass, only lines to fail', () => {
  const funded = chance('fundingpips-2-step-master', coin(60, 12_000, 9_000), { runs: 200 });
  assert.equal(funded?.passed, null);
  assert.equal((funded?.failed.runs ?? 0) + (funded?.open.runs ?? 0), 200);
});

test('a line that trails the balance fails runs that a fixed one lets live', () => {
  const trades = coin(200, 12_000, 11_000);
  const trailing = chance('alpha-one', trades)?.failed.percent ?? Number.NaN;
  const fixed = chance('alpha-pro-10', trades)?.failed.percent ?? Number.NaN;
  assert.ok(trailing > fixed);
});

test('every preset can be tried', () => {
  const trades = coin(40, 12_000, 9_000);
  for (const preset of PRESETS) {
    assert.match(whatIf(preset, account, past(trades)).outcome, /passed|failed|open/);
    assert.ok(
      finish(chanceToPass(preset, account, past(trades), { ...options, runs: 20, mostDays: 40 })),
    );
  }
});
