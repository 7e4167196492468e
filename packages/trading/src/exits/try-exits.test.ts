import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instant } from '@quorate/values/instant';
import { createReplayMarket } from '../market/replay-market.ts';
import { anInstrument, aSeries, MONDAY } from '../testing/builders.ts';
import { runLoop, someBars } from '../testing/loop-fixture.ts';
import { type ExitSettings, NO_EXITS } from './exits.ts';
import { atrsOf, type PastTrade, tryExits } from './try-exits.ts';

const HOUR = 3_600_000;
const SERIES = aSeries([
  [110_000, 110_010, 109_990, 110_000],
  [110_000, 110_120, 109_980, 110_100],
  [110_100, 110_150, 109_990, 110_000],
  [110_000, 110_010, 109_850, 109_880],
]);
const BUY: PastTrade = {
  side: 'BUY',
  entry: 110_010,
  stopLoss: 109_910,
  takeProfit: 110_310,
  openedAt: instant(MONDAY + HOUR),
  openedSteps: 10,
  terms: anInstrument(),
};

function tried(settings: Partial<ExitSettings>, changes: Partial<PastTrade> = {}) {
  const result = tryExits({ ...BUY, ...changes }, SERIES, atrsOf(SERIES), {
    ...NO_EXITS,
    ...settings,
  });
  return result.kind === 'ended' ? [result.by, result.points] : result.kind;
}

test('without exits a trade ends at its stop, and with break-even at its opening price', () => {
  assert.deepEqual(tried({}), ['stop', -100]);
  assert.deepEqual(tried({ breakEvenAfterR: 1 }), ['stop', 0]);
  assert.deepEqual(tried({ timeStopBars: 1 }), ['time_stop', 90]);
  // Half at +90, the rest at the stop.
  assert.deepEqual(tried({ partialCloseAfterR: 1 }), ['stop', -5]);
  assert.deepEqual(tried({}, { takeProfit: 110_100 }), ['target', 90]);
});

test('bars that begin too late or end too early make it unknown', () => {
  assert.equal(tried({}, { stopLoss: 109_000 }), 'unknown');
  assert.equal(tried({}, { openedAt: instant(MONDAY - HOUR) }), 'unknown');
});

test('a past trade that is tried with the exits of its run ends as it did in the run', async () => {
  const exits = { breakEvenAfterR: 0.6, trailAtr: 1.5, partialCloseAfterR: 0.5, timeStopBars: 12 };
  const series = someBars(7);
  const run = await runLoop({ series: [series], exits, market: createReplayMarket([series]) });
  const atrs = atrsOf(series);
  let compared = 0;
  for (const { openPrice, side, openedAt, lots, ...trade } of run.result.trades) {
    const { stopLoss, takeProfit } =
      run.of('deal').find(({ deal }) => deal.positionTicket === trade.positionTicket)?.deal ?? {};
    if (trade.status !== 'CLOSED' || !stopLoss || !takeProfit) continue;
    const past = {
      side,
      entry: openPrice.points,
      stopLoss: stopLoss.points,
      takeProfit: takeProfit.points,
      openedAt,
      openedSteps: lots.steps,
      terms: anInstrument(),
    };
    const again = tryExits(past, series, atrs, { ...NO_EXITS, ...exits });
    assert.ok(again.kind === 'ended');
    // A point of one step is a cent.
    assert.ok(
      Math.abs(again.points * lots.steps - trade.grossProfit.minor) < 0.5,
      trade.positionTicket,
    );
    compared += 1;
  }
  assert.ok(compared > 20, `${compared} trades`);
});
