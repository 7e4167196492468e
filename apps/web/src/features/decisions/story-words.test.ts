import { describe, expect, test } from 'vitest';
import { buildDecision, buildTrade } from '../../testing/builders.ts';
import { buildBars, buildExplanation, buildVeto } from '../../testing/explanation.ts';
import { candlePlot, excursionPrices } from './candle-plot.ts';
import { drawnTrade } from './drawn-trade.ts';
import { headlineOf, withoutAmounts } from './share-picture.ts';
import { reasonOf, resultOf } from './story-words.ts';

const closed = (part: Parameters<typeof buildTrade>[0] = {}) => ({ ...buildTrade(part), r: 0.86 });

describe('the reason of a story', () => {
  const reason = (part: Parameters<typeof buildExplanation>[0]) =>
    reasonOf(buildExplanation(part), 'UTC');

  test('of a trade says who agreed and how it ended', () => {
    expect(reason({ trade: closed({ exit_reason: 'manual' }) })).toMatch(
      /analysts agreed to sell \(61% for a fall\); you closed it by hand after 2 h\.$/,
    );
    expect(reason({ trade: closed({ exit_reason: null, close_price: 1.085 }) })).toContain(
      'it closed between its stop and target',
    );
  });

  test('of a veto names the figures of the rule', () => {
    expect(reason({ outcome: buildVeto() })).toContain(
      'but the risk desk refused: The spread of EURUSD is 52 points, the limit is 36.',
    );
  });

  test('of no trade names the first rule that was not met', () => {
    const rules = [{ name: 'probability', value: 0.52, limit: 0.55, pass: false }];
    expect(reason({ decision: buildDecision({ action: 'HOLD', rules }) })).toBe(
      'Probability too low (0.52, needs ≥ 0.55).',
    );
  });
});

describe('a picture that is shared', () => {
  const result = resultOf(buildExplanation({ trade: closed({ profit: 41.2 }) }));

  test('shows no money unless it is wanted', () => {
    expect(headlineOf(result, false)).toBe('+0.86 R');
    expect(headlineOf(result, true)).toBe('+$41.20 · +0.86 R');
    expect(headlineOf({ ...result, r: null }, false)).toBe('A gain');
    expect(headlineOf({ ...result, lead: '$0.00', tone: 'plain', r: null }, false)).toBe('Even');
  });

  test('has no amounts in its sentence, and keeps other figures', () => {
    expect(withoutAmounts('It risks $120.50, 1.2% of 10,000.00 USD, on 0.31 lots.')).toBe(
      'It risks …, 1.2% of …, on ….',
    );
    expect(withoutAmounts('The spread of EURUSD is 52 points, the limit is 36.')).toBe(
      'The spread of EURUSD is 52 points, the limit is 36.',
    );
  });
});

describe('a trade on its candles', () => {
  const trade = closed({ gross_profit: 19, best_excursion: 24, worst_excursion: -6 });

  test('has its best and worst at the price that its own result tells', () => {
    // 19 for 0.0019: 24 is 0.0024 above the entry, -6 is 0.0006 below it.
    expect(excursionPrices(trade)).toEqual({ best: 1.0866, worst: 1.0836 });
    expect(excursionPrices({ ...trade, gross_profit: 0 })).toEqual({ best: null, worst: null });
    expect(excursionPrices({ ...trade, best_excursion: null, worst_excursion: 0 })).toEqual({
      best: null,
      worst: null,
    });
  });

  test('keeps names apart that would cover each other, within the box', () => {
    const drawn = drawnTrade(buildExplanation({ trade, bars: buildBars() }));
    const { labels, levels, entry, exit } = candlePlot(buildBars(), '2026-11-20T12:00:00.000Z', {
      ...trade,
      take_profit: 1.08611,
    });
    expect(drawn?.trade).toMatchObject({ price: 1.0842 });
    expect(labels).toHaveLength(levels.length);
    for (const [at, { y }] of labels.entries()) {
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(100);
      const above = labels[at - 1];
      if (above) expect(y - above.y).toBeGreaterThan(8);
    }
    expect([entry?.x, exit?.x]).toEqual([45, 65]);
  });

  test('is drawn of a refused order as it would have been, and of no trade without one', () => {
    const veto = drawnTrade(buildExplanation({ outcome: buildVeto(), bars: buildBars() }));
    expect(veto?.trade).toMatchObject({ price: 1.08198, close_price: 1.078 });
    const hold = drawnTrade(buildExplanation({ bars: buildBars() }));
    expect(hold?.trade).toBeNull();
    expect(drawnTrade(buildExplanation({ outcome: buildVeto() }))).toBeNull();
  });
});
