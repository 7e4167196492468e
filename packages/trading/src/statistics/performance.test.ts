import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, instant, instantFromIso, MINUTE_MS } from '@quorate/values/instant';
import { MONDAY } from '../testing/builders.ts';
import type { ClosedTrade } from './closed-history.ts';
import { dailyReturns, dayFigure } from './daily-returns.ts';
import { drawdownOf } from './drawdown.ts';
import type { Finding } from './finding.ts';
import { MEASURES } from './measures/catalogue.ts';
import { type Performance, performanceOf } from './performance.ts';
import { finish } from './slices.ts';

const GOLDEN = [1_191, 18_460, -43, -30, 1_566, 3_007, -955, -26_407, -1_756];

function aTrade(netMinor: number, changes: Partial<ClosedTrade> = {}): ClosedTrade {
  return {
    netMinor,
    grossMinor: netMinor,
    commissionMinor: 0,
    swapMinor: 0,
    feeMinor: 0,
    riskMinor: null,
    openedAt: MONDAY,
    closedAt: instant(MONDAY + HOUR_MS),
    lots: 0.1,
    ...changes,
  };
}

/** A trade every 11 hours, by a generator that any other language repeats. */
function generated(count: number): ClosedTrade[] {
  let state = 12_345n;
  const next = (modulus: number) => {
    state = (1_103_515_245n * state + 12_345n) % 2_147_483_648n;
    return Number(state / 65_536n) % modulus;
  };
  const first = instantFromIso('2026-01-05T09:00:00Z');
  const trades = Array.from({ length: count }, (_, index) => {
    const netMinor = next(4_001) - 1_800;
    const commissionMinor = -next(70);
    const swapMinor = next(40) - 25;
    const openedAt = instant(first + index * 11 * HOUR_MS);
    const closedAt = instant(openedAt + (next(1_500) + 1) * MINUTE_MS);
    const riskMinor = [1_000, null, 1_500, 800][index % 4] ?? null;
    return aTrade(netMinor, { commissionMinor, swapMinor, openedAt, closedAt, riskMinor });
  });
  return trades.sort((a, b) => a.closedAt - b.closedAt);
}

const near = (figures: Performance, expected: Partial<Record<keyof Performance, number>>) => {
  for (const [key, value] of Object.entries(expected)) {
    const actual = figures[key as keyof Performance].value ?? Number.NaN;
    const close = Math.abs(actual - value) <= 1e-9 * Math.max(1, Math.abs(value));
    assert.ok(close, `${key} is ${actual}, not ${value}`);
  }
};

const endsOf = ({ interval }: Finding) => [interval?.low?.toFixed(6), interval?.high?.toFixed(6)];

test('140 generated trades come out as an independent program has them', () => {
  const figures = finish(performanceOf({ trades: generated(140), startMinor: 100_000 }));
  near(figures, {
    expectancy: 117.63571428571429,
    median_result: 58,
    win_rate: (100 * 72) / 140,
    profit_factor: 1.2508224185196466,
    payoff_ratio: 1.181332284157444,
    break_even_win_rate: 45.84354283218512,
    average_r: 0.15798412698412703,
    reached_one_r: 27.61904761904762,
    total_return: 16.469,
    annual_return: 78.97943869436294,
    max_drawdown: 6_767,
    longest_drawdown: 1_755_600_000,
    recovery_factor: 2.4337224767252845,
    calmar_ratio: 16.591376617690848,
    ulcer_index: 2.016288066577347,
    deviation: 1_225.2891728031775,
    value_at_risk: -1_648.65,
    expected_shortfall: -1_720.4285714285713,
    kelly: 10.312765805709823,
    sqn: 1.2342036782367785,
    profitable_days: 50,
    geometric_return: 0.10895571164686313,
    best_trade_share: 2.5691290530750406,
    with_stop: 75,
    holding_average: 46_634_571.428571425,
    holding_median: 47_640_000,
    exposure: 83.30529794423687,
    most_open: 3,
    trades_per_day: 2.121212121212121,
    costs: -4_919,
    commission: -4_356,
    swap: -563,
    fee: 0,
    cost_per_trade: -4_919 / 140,
  });
  assert.equal(figures.relative_drawdown.value, 6.42);
  assert.deepEqual(
    [figures.sharpe_ratio.n, figures.profitable_days.n, figures.average_r.n],
    [66, 64, 105],
  );
  assert.deepEqual(endsOf(figures.win_rate), ['44.619138', '58.185379']);
  assert.deepEqual(endsOf(figures.expectancy), ['-53.490836', '289.412330']);
});

test('what trades were ahead and behind is told of those alone that were followed', () => {
  // Ahead by 1 to 31 times the risk of 1,000 at best, behind by a tenth of it; half of the best was kept.
  const followed = Array.from({ length: 31 }, (_, index) => {
    const bestMinor = 1_000 * (index + 1);
    const excursion = { bestMinor, worstMinor: -100 * (index + 1) };
    return aTrade(bestMinor / 2 - 10, { grossMinor: bestMinor / 2, riskMinor: 1_000, excursion });
  });
  const others = [
    aTrade(9_999, { riskMinor: 1_000 }),
    aTrade(-5_000, { riskMinor: 1_000, excursion: null }),
    aTrade(500, { riskMinor: null, excursion: { bestMinor: 1_000, worstMinor: 0 } }),
  ];
  const told = finish(performanceOf({ trades: [...followed, ...others], startMinor: null }));
  const of = ({ value, n, missing }: Finding) => [value, n, missing];
  assert.deepEqual(of(told.best_excursion), [16, 31, null]);
  assert.deepEqual(of(told.worst_excursion), [-1.6, 31, null]);
  assert.deepEqual(of(told.exit_efficiency), [50, 32, null]);
  const few = finish(performanceOf({ trades: others, startMinor: null }));
  assert.deepEqual(of(few.best_excursion), [null, 0, 'not_enough_data']);
  // Where no trade was ever ahead there is nothing to keep a share of.
  const excursion = { bestMinor: 0, worstMinor: -10 };
  const never = Array.from({ length: 30 }, () => aTrade(-10, { excursion }));
  const nothing = finish(performanceOf({ trades: never, startMinor: null }));
  assert.deepEqual(of(nothing.exit_efficiency), [null, 30, 'not_known']);
});

test('of the golden vector only plain facts are told: nine trades are too few for more', () => {
  const trades = GOLDEN.map((net) => aTrade(net));
  const figures = finish(performanceOf({ trades, startMinor: 5_061 }));
  assert.deepEqual(figures.max_drawdown, {
    value: 29_118,
    n: 9,
    missing: null,
    interval: null,
  });
  assert.equal(figures.relative_drawdown.value, 99.68);
  assert.equal(figures.absolute_drawdown.value, 5_061 - 94);
  assert.equal(figures.longest_losses.value, 3);
  assert.equal(figures.dearest_losses.value, -29_118);
  for (const key of ['profit_factor', 'expectancy', 'recovery_factor', 'win_rate'] as const)
    assert.deepEqual(figures[key], {
      value: null,
      n: 9,
      missing: 'not_enough_data',
      interval: null,
    });
});

test('the golden vector, four times over, has the ratios of the reference', () => {
  const nets = [...GOLDEN, ...GOLDEN, ...GOLDEN, ...GOLDEN];
  const figures = finish(
    performanceOf({ trades: nets.map((net) => aTrade(net)), startMinor: null }),
  );
  assert.equal(figures.profit_factor.value?.toFixed(6), '0.829845');
  assert.equal(((figures.expectancy.value ?? 0) / 100).toFixed(6), '-5.518889');
  // By hand: (242.24 / 4) / (291.91 / 5), the same whatever the number of repetitions.
  assert.equal(figures.payoff_ratio.value?.toFixed(6), '1.037306');
  assert.equal(figures.break_even_win_rate.value?.toFixed(4), '49.0844');
});

test('every measure says why it has no figure', () => {
  const none = finish(performanceOf({ trades: [], startMinor: null }));
  for (const { key } of MEASURES)
    assert.deepEqual(none[key], { value: null, n: 0, missing: 'not_enough_data', interval: null });

  const wins = Array.from({ length: 40 }, () => aTrade(500, { riskMinor: 500 }));
  const winning = finish(performanceOf({ trades: wins, startMinor: null }));
  const missing = (keys: (keyof Performance)[]) => keys.map((key) => winning[key].missing);
  assert.deepEqual(missing(['profit_factor', 'payoff_ratio', 'kelly', 'z_score']), [
    'no_losses',
    'no_losses',
    'no_losses',
    'no_losses',
  ]);
  assert.deepEqual(missing(['recovery_factor', 'deviation', 'sqn']), [
    'no_drawdown',
    'no_variation',
    'no_variation',
  ]);
  assert.deepEqual(missing(['relative_drawdown', 'total_return', 'geometric_return']), [
    'needs_balance',
    'needs_balance',
    'needs_balance',
  ]);
  assert.equal(winning.max_drawdown.value, 0);
});

test('a balance that went below nothing has no returns, but its money is counted', () => {
  const trades = generated(300);
  const figures = finish(performanceOf({ trades, startMinor: 100 }));
  assert.equal(figures.sharpe_ratio.missing, 'balance_gone');
  assert.equal(figures.ulcer_index.missing, 'balance_gone');
  assert.equal(figures.geometric_return.missing, 'balance_gone');
  assert.ok((figures.max_drawdown.value ?? 0) >= 6_767);
  assert.ok(figures.sharpe_ratio.n >= 120);
});

test('the spread is told of the trades whose spread is known', () => {
  const trades = [aTrade(5), aTrade(-5), aTrade(5)];
  const { spread_per_trade } = finish(
    performanceOf({ trades, startMinor: null, spreadsMinor: [-70, -30] }),
  );
  assert.deepEqual(spread_per_trade, { value: -50, n: 2, missing: null, interval: null });
});

test('the same record has the same intervals, whatever is asked', () => {
  const history = { trades: generated(60), startMinor: 100_000 };
  const [once, again] = [1, 2].map(() => finish(performanceOf(history)));
  assert.deepEqual(once, again);
});

test('an interval is shown from the number on that was measured for it, and nothing of order has one', () => {
  for (const { key, interval, intervalFrom, least } of MEASURES) {
    assert.equal(interval === null, intervalFrom === null, key);
    for (const trades of [30, 50, 60, 200]) {
      const found = finish(performanceOf({ trades: generated(trades), startMinor: 100_000 }))[key];
      const shown = intervalFrom !== null && found.n >= intervalFrom && found.n >= least;
      assert.equal(found.interval !== null, shown, `${key} of ${trades} trades`);
    }
  }
});

test('an interval in another unit is that of the figure that decides it', () => {
  const { payoff_ratio, break_even_win_rate } = finish(
    performanceOf({ trades: generated(240), startMinor: null }),
  );
  const turned = (ratio: number | null | undefined) => 100 / (1 + (ratio ?? Number.NaN));
  assert.deepEqual(break_even_win_rate.interval, {
    low: turned(payoff_ratio.interval?.high),
    high: turned(payoff_ratio.interval?.low),
  });
});

test('Sharpe and Sortino say nothing of fewer than 120 days', () => {
  const year = finish(performanceOf({ trades: generated(250), startMinor: 1_000_000 }));
  const short = finish(performanceOf({ trades: generated(240), startMinor: 1_000_000 }));
  for (const key of ['sharpe_ratio', 'sortino_ratio'] as const) {
    assert.ok(short[key].n < 120 && year[key].n >= 120 - 5, `${short[key].n} and ${year[key].n}`);
    assert.deepEqual([short[key].value, short[key].missing], [null, 'not_enough_data']);
  }
});

test('where the equity is known, risk is measured by it and not by the trades that were closed', () => {
  // Closed for a gain each day, while the equity lost a tenth and came back.
  const trades = Array.from({ length: 150 }, (_, day) =>
    aTrade(100, {
      openedAt: instant(MONDAY + day * 24 * HOUR_MS),
      closedAt: instant(MONDAY + day * 24 * HOUR_MS + HOUR_MS),
    }),
  );
  const dailyMinor = Array.from({ length: 151 }, (_, day) =>
    day === 75 ? 90_000 : 100_000 + day * 100,
  );
  const drawdown = drawdownOf(100_000, dailyMinor.slice(1));
  const equity = { dailyMinor, drawdown };
  const found = finish(performanceOf({ trades, startMinor: 100_000, equity }));
  const closed = finish(performanceOf({ trades, startMinor: 100_000 }));
  assert.deepEqual([closed.max_drawdown.value, closed.recovery_factor.missing], [0, 'no_drawdown']);
  // The peak of day 74 is 107,400: 17,400 lost, 16.2%; 15,000 were gained in all.
  assert.equal(found.max_drawdown.value, 17_400);
  assert.equal(found.relative_drawdown.value, 16.2);
  assert.equal(found.absolute_drawdown.value, 10_000);
  assert.equal(found.recovery_factor.value, 15_000 / 17_400);
  const returns = dailyReturns(dailyMinor);
  near(found, {
    sharpe_ratio: dayFigure(returns, 'sharpe_ratio') ?? Number.NaN,
    sortino_ratio: dayFigure(returns, 'sortino_ratio') ?? Number.NaN,
  });
  assert.equal(found.sharpe_ratio.n, 150);
});

test('exposure leaves out weekends and counts overlapping positions once', () => {
  const at = (iso: string) => instantFromIso(iso);
  // Friday 12:00 to Monday 12:00 server time (winter, UTC+2): one market day. Held for 6 hours on Friday.
  const friday = at('2026-01-09T10:00:00Z');
  const trades = [
    aTrade(1, { openedAt: friday, closedAt: at('2026-01-09T14:00:00Z') }),
    aTrade(1, { openedAt: at('2026-01-09T12:00:00Z'), closedAt: at('2026-01-09T16:00:00Z') }),
    ...Array.from({ length: 8 }, () =>
      aTrade(1, { openedAt: at('2026-01-12T09:59:59Z'), closedAt: at('2026-01-12T10:00:00Z') }),
    ),
  ];
  const { exposure, most_open } = finish(performanceOf({ trades, startMinor: null }));
  near({ exposure } as Performance, { exposure: (100 * (6 * 3_600 + 1)) / (24 * 3_600) });
  assert.equal(most_open.value, 8);
});
