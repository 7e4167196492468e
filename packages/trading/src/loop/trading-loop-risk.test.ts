import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyOf } from '@quorate/values/money';
import { type Instrument, instrumentFor } from '../account/instrument.ts';
import { orderKeyFromHash, type Side } from '../account/order.ts';
import type { CandleSeries } from '../market/candle.ts';
import { generateMarket } from '../market/market-generator.ts';
import { createReplayMarket } from '../market/replay-market.ts';
import { type StoredLimits, startLimits } from '../risk/limits-state.ts';
import { DEFAULT_RISK_SETTINGS, type RiskSettings } from '../risk/rules.ts';
import { createSimulatedBroker } from '../simulation/simulated-broker.ts';
import { MONDAY, USD, usd } from '../testing/builders.ts';
import type { DecisionSource } from './ports.ts';
import { runTradingLoop } from './trading-loop.ts';
import type { LoopEvent } from './trading-loop-events.ts';

/** Prices like those of EURUSD under another name: what is worth asking about comes at the same bars. */
function bars(symbol: string, count = 1_500): CandleSeries {
  return generateMarket({ symbol, timeframe: 'H1', digits: 5, bars: count, end: MONDAY, seed: 4 });
}

function termsOf(symbol: string): Instrument {
  const instrument = instrumentFor(symbol, 5, USD);
  if ('kind' in instrument) throw new Error(instrument.message);
  return instrument;
}

/** Whoever always wants the same of a symbol, and nothing of one that is not named. */
function always(sides: Readonly<Record<string, Side>>): DecisionSource {
  let asked = 0;
  return {
    decide({ snapshot }) {
      asked += 1;
      const decisionId = `decision-${asked}`;
      // Thirteen digits of a hash, of which these tell the key.
      const orderKey = orderKeyFromHash(`${asked.toString(16).padStart(8, '0')}00000`);
      const side = sides[snapshot.symbol];
      const levels = side
        ? { stopLossAtr: 1, takeProfitAtr: 2 }
        : { stopLossAtr: null, takeProfitAtr: null };
      return {
        kind: 'decision',
        decisionId,
        orderKey,
        action: side ?? 'HOLD',
        pUp: 0.6,
        ...levels,
        reason: 'always',
      };
    },
  };
}

async function run(
  symbols: readonly string[],
  sides: Readonly<Record<string, Side>>,
  risk: Partial<RiskSettings> = {},
  limits?: StoredLimits,
) {
  const series = symbols.map((symbol) => bars(symbol));
  const instruments = symbols.map(termsOf);
  const events: LoopEvent[] = [];
  const broker = createSimulatedBroker({ instruments, start: usd('10000'), leverage: 500 });
  const result = await runTradingLoop(
    {
      market: createReplayMarket(series),
      decisions: always(sides),
      broker,
      journal: { record: (event) => void events.push(event) },
    },
    {
      instruments,
      risk: { ...DEFAULT_RISK_SETTINGS, maxDailyTrades: 1_000, ...risk },
      planDailyTrades: null,
      ...(limits && { resume: { limits, deals: [], onTheirWay: [] } }),
    },
  );
  const refusals = events.flatMap((event) =>
    event.kind === 'refusal' ? [event.refusal.code] : [],
  );
  const notices = events.flatMap((event) => (event.kind === 'limit' ? [event.notice] : []));
  return { result, refusals, notices, events };
}

test('an order on its way counts for the currency: two symbols bought against the dollar at one bar', async () => {
  const bought = { EURUSD: 'BUY', GBPUSD: 'BUY' } as const;
  const one = await run(['EURUSD', 'GBPUSD'], bought, { maxCurrencyRiskTrades: 1 });
  const symbols = new Set(one.result.trades.map(({ symbol }) => symbol));
  assert.deepEqual([...symbols], ['EURUSD']);
  assert.ok(one.refusals.includes('currency_risk'));
  const two = await run(['EURUSD', 'GBPUSD'], bought);
  assert.ok(!two.refusals.includes('currency_risk'));
  const hedged = { EURUSD: 'BUY', USDCHF: 'BUY' } as const;
  const net = await run(['EURUSD', 'USDCHF'], hedged, { maxCurrencyRiskTrades: 1 });
  assert.ok(!net.refusals.includes('currency_risk'));
});

test('EURGBP trades in a dollar account beside GBPUSD, and not at all without it', async () => {
  const { result, events } = await run(['GBPUSD', 'EURGBP'], { EURGBP: 'BUY' });
  const closed = result.trades.filter(({ status }) => status === 'CLOSED');
  assert.ok(closed.length > 10);
  const stops = events.flatMap((event) =>
    event.kind === 'deal' && event.deal.reason === 'stop-loss' ? [event.deal] : [],
  );
  assert.ok(stops.length > 3);
  const booked = result.trades.reduce((sum, { profit }) => sum + profit.minor, 0);
  assert.equal(result.account.balance.minor, 1_000_000 + booked);
  for (const { deal } of events.filter((event) => event.kind === 'deal')) {
    // One percent of 10,000 dollars, a little more where the bar opens away from where the last one closed.
    const risk = deal.initialRisk?.minor;
    if (risk !== undefined) assert.ok(risk > 7_000 && risk < 13_000, `${risk}`);
  }

  const alone = await run(['EURGBP'], { EURGBP: 'BUY' });
  assert.equal(alone.result.trades.length, 0);
  assert.ok((alone.result.notAsked.conversion_rate ?? 0) > 10);
});

test('a bar is valued at the rate of its own opening, not at one that another symbol closes with later', () => {
  const [gbp, eurgbp] = [termsOf('GBPUSD'), termsOf('EURGBP')];
  const broker = createSimulatedBroker({
    instruments: [gbp, eurgbp],
    start: usd('10000'),
    leverage: 500,
  });
  const series = [bars('GBPUSD', 40), bars('EURGBP', 40)] as const;
  broker.barClosed(series[0], 30);
  const before = broker.rates?.rate(currencyOf('GBP'), USD);
  assert.equal(before?.bid, (series[0].close[30] ?? 0) / 1e5);
  // Its next bar closes, and then the same bar of EURGBP is walked from its opening.
  broker.barClosed(series[0], 31);
  broker.barClosed(series[1], 30);
  assert.deepEqual(broker.rates?.rate(currencyOf('GBP'), USD), before);
  broker.barClosed(series[1], 31);
  assert.equal(broker.rates?.rate(currencyOf('GBP'), USD)?.bid, (series[0].close[31] ?? 0) / 1e5);
});

test('losses in a row pause trading, told once a pause with its end', async () => {
  const free = await run(
    ['EURUSD'],
    { EURUSD: 'BUY' },
    { dailyLossPercent: 90, drawdownPercent: null },
  );
  const streak = { dailyLossPercent: 90, drawdownPercent: null, maxLossesInRow: 2 };
  const paused = await run(['EURUSD'], { EURUSD: 'BUY' }, streak);
  const told = paused.notices.filter(({ code }) => code === 'losing_streak');
  assert.ok(told.length > 1 && told.length === new Set(told.map(({ until }) => until)).size);
  assert.ok(paused.result.trades.length < free.result.trades.length);
  for (const { until, limit, actual } of told) {
    assert.deepEqual([limit, actual], [2, 2]);
    assert.ok(until !== null);
  }
  assert.match(
    told[0]?.message ?? '',
    /^Trades lost in a row: 2, the limit is 2\. Trading resumes at \d{4}-/,
  );
  assert.ok((paused.result.notAsked.losing_streak ?? 0) > 0);
});

test('a drawdown stops trading, and a run that goes on with the journal’s JSON stays stopped', async () => {
  const strict = { drawdownPercent: 2, dailyLossPercent: 90, weeklyLossPercent: 90 };
  const { notices, events } = await run(['EURUSD'], { EURUSD: 'BUY' }, strict);
  assert.ok(notices.some(({ code }) => code === 'drawdown'));
  const latched = events.find(
    (event) => event.kind === 'limits' && event.limits.drawdownLatch !== null,
  );
  assert.ok(latched?.kind === 'limits');
  const kept = JSON.parse(JSON.stringify(latched.limits));
  const resumed = await run(['EURUSD'], { EURUSD: 'BUY' }, strict, kept);
  assert.equal(resumed.result.trades.length, 0);
  assert.ok((resumed.result.notAsked.drawdown ?? 0) > 10);
});

test('limits of a journal that knew of no pauses are gone on with', async () => {
  const { day, week } = startLimits(MONDAY, 1);
  const old = {
    day,
    week,
    dayStartMinor: 1_000_000,
    weekStartMinor: 1_000_000,
    openedToday: 0,
    dailyLossLatch: 5.5,
    weeklyLossLatch: null,
    weeklyProfitLatch: null,
  };
  const { result } = await run(['EURUSD'], { EURUSD: 'BUY' }, {}, old);
  // The day is that of the last bar, so that the latch holds over all of them.
  assert.equal(result.trades.length, 0);
  assert.ok((result.notAsked.daily_loss ?? 0) > 10);
});
