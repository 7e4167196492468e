import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { riskProfile } from '@quorate/bot/profiles/profile';
import { tradingDayOf, tradingWeekOf } from '@quorate/trading/market/trading-day';
import { instant } from '@quorate/values/instant';
import type { ToldLimits } from './bot-status.ts';
import { limitsInUse } from './limits-in-use.ts';

const NOW = instant(Date.UTC(2026, 10, 18, 12));
const RISK = riskProfile.parse({
  currency_pairs: ['EURUSD'],
  weekly_profit_limit_percent: 8,
  losses_in_a_row_limit: 4,
});
const LIMITS: ToldLimits = {
  day: tradingDayOf(NOW),
  week: tradingWeekOf(NOW),
  dayStartMinor: 1_000_000,
  weekStartMinor: 1_020_000,
  openedToday: 2,
  dailyLossLatch: null,
  weeklyLossLatch: null,
  weeklyProfitLatch: null,
  peakMinor: 1_050_000,
  drawdownLatch: null,
  lossesInRow: 3,
  lossesLatch: null,
  lossesUntil: null,
};

function used(limits: Partial<ToldLimits>, equity: number | null, now = NOW) {
  const all = limitsInUse({
    limits: { ...LIMITS, ...limits },
    risk: RISK,
    equity,
    currency: 'USD',
    now,
  });
  return Object.fromEntries(all.map((each) => [each.id, each]));
}

describe('limits in use', () => {
  it('are counted from what the day, the week and the highest equity were', () => {
    // 9,700 of 10,000 is 3 % down on the day; of 10,200 it is 4.9 %; of 10,500 it is 7.62 %.
    const limits = used({}, 9_700);
    assert.deepEqual(
      Object.values(limits).map(({ id, used: part, limit, unit }) => [id, part, limit, unit]),
      [
        ['daily_trades', 2, 5, 'trades'],
        ['daily_loss', 3, 5, 'percent'],
        ['weekly_loss', 4.9, 10, 'percent'],
        ['weekly_profit', 0, 8, 'percent'],
        ['drawdown', 7.62, 10, 'percent'],
        ['losses_in_a_row', 3, 4, 'losses'],
      ],
    );
    assert.ok(Object.values(limits).every(({ reached }) => reached === null));
  });

  it('say that they are reached with the figure, the limit and until when', () => {
    const limits = used(
      {
        openedToday: 5,
        dailyLossLatch: 5.12,
        drawdownLatch: 10.4,
        lossesLatch: 4,
        lossesUntil: null,
      },
      9_480,
    );
    assert.equal(
      limits.daily_trades?.reached,
      '5 of 5 trades were opened today. Nothing is opened until 2026-11-18 22:00 UTC.',
    );
    assert.equal(
      limits.daily_loss?.reached,
      "The day's loss reached 5.12 %, the limit is 5 %. Nothing is opened until 2026-11-18 22:00 UTC.",
    );
    assert.equal(
      limits.drawdown?.reached,
      'The equity fell 10.4 % from its highest, the limit is 10 %. Nothing is opened until you begin again.',
    );
    assert.match(
      limits.losses_in_a_row?.reached ?? '',
      /^4 trades in a row were lost, the limit is 4\./,
    );
  });

  it('no longer say that a pause holds which is over, before the bot has seen its next bar', () => {
    const pauses = {
      lossesLatch: 4,
      lossesUntil: Number(NOW) + 1,
    };
    const limits = used(pauses, 9_480);
    assert.match(limits.losses_in_a_row?.reached ?? '', /2026-11-18 12:00 UTC/);
    const later = used(pauses, 9_480, instant(Number(NOW) + 1));
    assert.equal(later.losses_in_a_row?.reached, null);
  });

  it('of a day and a week that are over count nothing', () => {
    const limits = used(
      { openedToday: 5, dailyLossLatch: 5.12, weeklyLossLatch: 11 },
      9_000,
      instant(Date.UTC(2026, 10, 25, 12)),
    );
    for (const id of ['daily_trades', 'daily_loss', 'weekly_loss', 'weekly_profit']) {
      assert.equal(limits[id]?.used, 0, id);
      assert.equal(limits[id]?.reached, null, id);
    }
  });

  it('without a terminal, or of an account that began with nothing, are no fault', () => {
    assert.equal(used({}, null).daily_loss?.used, 0);
    assert.equal(used({ dayStartMinor: 0 }, 100).daily_loss?.used, 0);
  });
});
