import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tradeExcursions } from './trade-excursions.ts';

/** Risked 20, was ahead 40 and behind 10, and closed 30 ahead before costs. */
const TRADE = { closed: true, gross: 30, best: 40, worst: -10, risk: 20 };

describe('the excursions of a trade', () => {
  it('are its best and worst result in R, and the share of the best that its exit kept', () => {
    assert.deepEqual(tradeExcursions(TRADE), { bestR: 2, worstR: -0.5, efficiencyPercent: 75 });
  });

  it('have an efficiency below 0 where a trade that was ahead lost, and above 100 on a better fill', () => {
    assert.equal(tradeExcursions({ ...TRADE, gross: -20 }).efficiencyPercent, -50);
    assert.equal(tradeExcursions({ ...TRADE, gross: 44 }).efficiencyPercent, 110);
  });

  it('have no efficiency while the trade is open, where it was never ahead, or was not followed', () => {
    for (const change of [{ closed: false }, { best: 0 }, { best: null }])
      assert.equal(tradeExcursions({ ...TRADE, ...change }).efficiencyPercent, null);
  });

  it('are not known in R without a risk', () => {
    for (const risk of [null, 0]) {
      const { bestR, worstR, efficiencyPercent } = tradeExcursions({ ...TRADE, risk });
      assert.deepEqual([bestR, worstR, efficiencyPercent], [null, null, 75]);
    }
    assert.equal(tradeExcursions({ ...TRADE, worst: null }).worstR, null);
  });
});
