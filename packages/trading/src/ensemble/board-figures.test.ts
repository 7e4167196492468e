import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boardFigures, latencyBound, latencyQuantile, resultFigures } from './board-figures.ts';

describe('the figures of a row of the board', () => {
  it('come to what the worked example says', () => {
    // 0.7 was said 100 times and price rose 60 times; 0.4 as often, and it rose 40 times.
    const figures = boardFigures(
      [
        [40, 40, 60],
        [70, 60, 40],
      ],
      200,
    );
    assert.deepEqual([figures.outcomes, figures.rises, figures.baseRate], [200, 100, 0.5]);
    assert.equal(figures.accuracy?.value, 0.6);
    // (40 * 0.36 + 60 * 0.16 + 60 * 0.09 + 40 * 0.49) / 200, against 0.25.
    assert.deepEqual([figures.brier, figures.brierClimatology], [0.245, 0.25]);
    assert.equal(figures.skill?.value, 0.02);
    assert.equal(figures.logLossClimatology, Math.round(Math.LN2 * 1e6) / 1e6);
    const loss = -(
      40 * Math.log(0.4) +
      60 * Math.log(0.6) +
      60 * Math.log(0.7) +
      40 * Math.log(0.3)
    );
    assert.equal(figures.logLoss, Math.round((loss / 200) * 1e6) / 1e6);
    assert.deepEqual(
      figures.curve.map(({ from, said, came }) => [from, said, came.value]),
      [
        [0.4, 0.4, 0.4],
        [0.7, 0.7, 0.6],
      ],
    );
  });

  it('have wider intervals where votes are of the same bars, and the same values', () => {
    const said = [
      [40, 40, 60],
      [70, 60, 40],
    ] as const;
    const [apart, together] = [boardFigures(said, 200), boardFigures(said, 40)];
    const widthOf = ({ skill, accuracy }: typeof apart) =>
      [skill, accuracy].map((figure) => (figure?.high ?? 0) - (figure?.low ?? 0));
    assert.ok(widthOf(together).every((width, at) => width > 2 * (widthOf(apart)[at] ?? 0)));
    assert.deepEqual(apart.skill?.value, together.skill?.value);
  });

  it('say no skill where price did the same each time, and nothing of nothing', () => {
    const { skill, brier, logLoss, baseRate } = boardFigures([[99, 5, 0]], 5);
    assert.deepEqual([skill, brier, baseRate], [null, 0.0001, 1]);
    assert.ok(logLoss !== null && logLoss > 0);
    assert.deepEqual(boardFigures([], 0).accuracy, null);
    // 0.5 leans nowhere.
    assert.deepEqual(boardFigures([[50, 3, 3]], 6).accuracy, null);
  });
});

describe('times of votes', () => {
  it('stand under the first bound that is not shorter, which stands under itself', () => {
    for (const ms of [0, 1, 2, 9, 10, 99, 100, 501, 12_345, 999_999]) {
      const bound = latencyBound(ms);
      assert.ok(bound >= ms && bound <= Math.max(ms + 1, ms * 1.13), `${ms}: ${bound}`);
      assert.equal(latencyBound(bound), bound);
    }
    assert.equal(latencyBound(1e9), 1_000_000);
  });

  it('have the quantile that so many stayed within', () => {
    const counts = [
      [10, 50],
      [100, 45],
      [1_000, 5],
    ] as const;
    const parts = [0.5, 0.51, 0.95, 0.96].map((part) => latencyQuantile(counts, part));
    assert.deepEqual(parts, [10, 100, 100, 1_000]);
    assert.equal(latencyQuantile([], 0.5), null);
  });
});

describe('results over several people', () => {
  const person = (wins: number, trades: number) => {
    const r = 2 * wins - (trades - wins);
    return { trades, wins, rTrades: trades, r, rSquares: 4 * wins + (trades - wins) };
  };

  it('have wider intervals where people differ more than chance makes them', () => {
    const alike = resultFigures(Array.from({ length: 10 }, () => person(50, 100)));
    const apart = resultFigures(
      Array.from({ length: 10 }, (_, at) => person(at < 5 ? 90 : 10, 100)),
    );
    assert.deepEqual([alike.winRate?.value, alike.meanR?.value], [0.5, 0.5]);
    assert.deepEqual([apart.winRate?.value, apart.meanR?.value], [0.5, 0.5]);
    assert.ok((alike.winRate?.low ?? 0) > 0.45 && (apart.winRate?.low ?? 1) < 0.3);
    assert.ok((alike.meanR?.low ?? 0) > 0.35 && (apart.meanR?.low ?? 1) < -0.2);
  });

  it('keep an interval where all won, and none of R without a risk', () => {
    const { winRate, meanR } = resultFigures(
      Array.from({ length: 5 }, () => ({ trades: 2, wins: 2, rTrades: 0, r: 0, rSquares: 0 })),
    );
    assert.deepEqual([winRate?.value, winRate?.high, meanR], [1, 1, null]);
    assert.ok((winRate?.low ?? 1) < 0.75);
  });
});
