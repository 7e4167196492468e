import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { worthAsking } from '../analysts/gate.ts';
import { OFFLINE_ANALYSTS } from '../analysts/offline-analysts.ts';
import { costAtrOf } from '../ensemble/expected-value.ts';
import { emptyRecord } from '../ensemble/learned-record.ts';
import { decide } from '../ensemble/verdict.ts';
import { LEARNING_LIMITS } from '../ensemble/verdict-rules.ts';
import { runLoop } from '../testing/loop-fixture.ts';
import { sharedBars } from '../testing/shared-data.ts';
import type { CandleSeries } from './candle.ts';
import { createMarketReader } from './market-reader.ts';
import { snapshotAt } from './snapshot.ts';

function realBars(t: TestContext): CandleSeries | undefined {
  const market = { symbol: 'EURUSD', timeframe: 'H1', digits: 5, zone: 'utc' } as const;
  const series = sharedBars('EURUSD_H1_oanda_bidask_2007-2018.csv.gz', market);
  if (!series) t.skip('../shared/data is absent');
  return series;
}

test('on eleven years of EURUSD the panel trades 2 to 8 bars in a hundred, nearly all at 1.5 or better after costs', (t) => {
  const series = realBars(t);
  if (!series) return;
  const reader = createMarketReader(series);
  let read = 0;
  let asked = 0;
  let trades = 0;
  let worthTheirRisk = 0;
  for (let i = 0; i < series.length; i += 1) {
    if (!reader.read(i)) continue;
    read += 1;
    if (!worthAsking(reader)) continue;
    asked += 1;
    const snapshot = snapshotAt(series, i, reader.atrPoints, reader.indicators);
    const cost = costAtrOf(snapshot);
    const verdict = decide(
      OFFLINE_ANALYSTS.map(({ vote }) => vote(snapshot)),
      cost,
      { record: emptyRecord(), members: {} },
      LEARNING_LIMITS,
    );
    if (verdict.stopLossAtr === null || verdict.takeProfitAtr === null) continue;
    trades += 1;
    if ((verdict.takeProfitAtr - cost) / (verdict.stopLossAtr + cost) >= 1.5) worthTheirRisk += 1;
  }
  assert.ok(trades / read > 0.02 && trades / read < 0.08, `${trades} of ${read}`);
  assert.ok(asked / read < 0.12, `${asked} of ${read}`);
  assert.ok(worthTheirRisk / trades > 0.95, `${worthTheirRisk} of ${trades}`);
});

test('a replay of eleven real years keeps every rule and adds up to the cent', async (t) => {
  const series = realBars(t);
  if (!series) return;
  const { result, of } = await runLoop({ series: [series] });
  assert.equal(result.bars, series.length);
  assert.ok(result.trades.length > 1_000);
  const booked = result.trades.reduce((sum, { profit }) => sum + profit.minor, 0);
  assert.equal(result.account.balance.minor, 1_000_000 + booked);
  assert.ok(result.trades.every(({ stopLoss, initialRisk }) => stopLoss && initialRisk));
  for (const { order, checks } of of('order')) {
    const ratio = checks.find(({ name }) => name === 'risk_reward');
    assert.ok((ratio?.value ?? 0) >= 1.5, order.key);
  }
  // No spread of the rollover hour was traded on.
  const spreads = of('order').map(({ checks }) =>
    checks.find(({ name }) => name === 'spread_points'),
  );
  assert.ok(spreads.every((check) => check && check.value <= check.limit));
});
