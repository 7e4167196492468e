import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMoney, sumMoney } from '@quorate/values/money';
import type { DecisionOutcome } from '../analysts/decision.ts';
import { createReplayMarket } from '../market/replay-market.ts';
import { DEFAULT_RISK_SETTINGS } from '../risk/rules.ts';
import { createSimulatedBroker } from '../simulation/simulated-broker.ts';
import { anInstrument, USD, usd } from '../testing/builders.ts';
import { runLoop, someBars } from '../testing/loop-fixture.ts';
import { createRememberingDecisions } from '../testing/remembering-decisions.ts';
import type { Awaitable, Broker, BrokerEvent, DecisionSource } from './ports.ts';
import { runTradingLoop } from './trading-loop.ts';

test('dozens of trades come of 1,500 bars, wins and losses, and the account adds up to the cent', async () => {
  const { result, of } = await runLoop();
  const closed = of('trade-closed').map(({ trade }) => trade);
  assert.equal(result.bars, 1_500);
  assert.ok(closed.length >= 24, `${closed.length}`);
  assert.ok(
    closed.some(({ profit }) => profit.minor > 0) && closed.some(({ profit }) => profit.minor < 0),
  );
  const booked = sumMoney(
    result.trades.map(({ profit }) => profit),
    USD,
  );
  assert.deepEqual(result.account.balance, addMoney(usd('10000'), booked));
  assert.deepEqual(
    result.trades.filter(({ status }) => status === 'CLOSED'),
    closed,
  );
  assert.equal(of('trade-opened').length, result.trades.length);
  assert.equal(of('bar').length, 1_500);
});

// @spec 10.13
test('every trade has a stop and lost no more than it risked and its costs, gaps aside', async () => {
  const { result, of } = await runLoop();
  const gapped = new Set(
    of('deal')
      .filter(
        ({ deal }) => deal.reason === 'stop-loss' && deal.price.points !== deal.stopLoss?.points,
      )
      .map(({ deal }) => deal.positionTicket),
  );
  for (const { stopLoss, initialRisk, profit, fee, swap, positionTicket } of result.trades) {
    assert.ok(stopLoss && initialRisk);
    const most = initialRisk.minor - fee.minor - swap.minor;
    if (!gapped.has(positionTicket)) assert.ok(profit.minor >= -most, positionTicket);
    assert.ok(initialRisk.minor < 15_000);
  }
});

test('a source that cannot answer is told of and asked again at the next bar', async () => {
  let calls = 0;
  const offline = createRememberingDecisions();
  const decisions: DecisionSource = {
    decide(request) {
      calls += 1;
      return calls <= 3
        ? { kind: 'unavailable', code: 'service_unavailable', message: 'Down.' }
        : offline.decide(request);
    },
  };
  const { of, result } = await runLoop({ decisions });
  assert.equal(of('unavailable').length, 3);
  assert.ok(result.trades.length > 10);
});

// @spec 5.22
test('a decision without a stop is refused, and a decision to hold does nothing', async () => {
  const broken = (
    stops: { stopLossAtr: number | null; takeProfitAtr: number | null },
    action: 'BUY' | 'HOLD' = 'BUY',
  ): DecisionSource => {
    const offline = createRememberingDecisions();
    return {
      decide: (request) => ({ ...offline.decide(request), action, ...stops }) as DecisionOutcome,
    };
  };
  const naked = await runLoop({ decisions: broken({ stopLossAtr: null, takeProfitAtr: 3 }) });
  assert.ok(naked.of('refusal').length > 10);
  assert.ok(
    naked
      .of('refusal')
      .every(({ refusal, decisionId }) => refusal.code === 'stop_loss_required' && decisionId),
  );
  const held = await runLoop({
    decisions: broken({ stopLossAtr: null, takeProfitAtr: null }, 'HOLD'),
  });
  assert.deepEqual(
    [naked.of('order').length, held.of('order').length, held.of('refusal').length],
    [0, 0, 0],
  );
});

test('an order is stored before it leaves', async () => {
  const log: string[] = [];
  const inner = createSimulatedBroker({
    instruments: [anInstrument()],
    start: usd('10000'),
    leverage: 30,
  });
  const broker: Broker = {
    ...inner,
    place(order) {
      log.push(`sent ${order.key}`);
      return inner.place(order);
    },
  };
  await runLoop({
    broker,
    journal: {
      async record(event) {
        if (event.kind !== 'order') return;
        await Promise.resolve();
        log.push(`stored ${event.order.key}`);
      },
    },
  });
  assert.ok(log.length > 40);
  for (let i = 0; i < log.length; i += 2)
    assert.equal(log[i]?.replace('stored', 'sent'), log[i + 1]);
});

test('an order that the broker takes and does not fill is told of, and does not count as a trade', async () => {
  const inner = createSimulatedBroker({
    instruments: [anInstrument()],
    start: usd('10000'),
    leverage: 30,
  });
  let waiting: Parameters<Broker['place']>[0] | undefined;
  const broker: Broker = {
    ...inner,
    place(order) {
      waiting = order;
      return { kind: 'placed', key: order.key };
    },
    barClosed(): Awaitable<readonly BrokerEvent[]> {
      if (!waiting) return [];
      const order = waiting;
      waiting = undefined;
      return [
        {
          kind: 'order-refused',
          order,
          refusal: {
            kind: 'denied',
            code: 'order_expired',
            limit: 1,
            actual: 2,
            message: 'Too late.',
          },
        },
      ];
    },
  };
  const offline = createRememberingDecisions();
  const { of, result } = await runLoop({ broker, decisions: offline, planDailyTrades: 1 });
  assert.ok(of('order').length > 20);
  // The last order waits for a bar that never comes.
  assert.ok(of('refusal').length >= of('order').length - 1);
  assert.ok(offline.asked.every(({ tradesOpenedToday }) => tradesOpenedToday === 0));
  assert.deepEqual(result.trades, []);
});

test('nothing is opened in Friday’s last hour or at the rollover, and never two of a symbol', async () => {
  const { result } = await runLoop({ series: [someBars(2)] });
  for (const { openedAt } of result.trades) {
    const newYork = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/New_York',
      weekday: 'short',
      hour: '2-digit',
      hour12: false,
    }).format(openedAt);
    assert.ok(!/Fri.*16$/.test(newYork), newYork);
    assert.ok(!newYork.endsWith(' 17'), newYork);
  }
  const spans = result.trades.map(
    ({ openedAt, closedAt }) => [openedAt, closedAt ?? Number.POSITIVE_INFINITY] as const,
  );
  for (const [i, [from]] of spans.entries()) assert.ok(i === 0 || from >= (spans[i - 1]?.[1] ?? 0));
});

test('instruments that do not fit the bars or the account are a fault', async () => {
  const series = [someBars()];
  const broker = createSimulatedBroker({ instruments: [], start: usd('1'), leverage: 1 });
  const ports = {
    market: createReplayMarket(series),
    broker,
    decisions: createRememberingDecisions(),
    journal: { record() {} },
  };
  const settings = { risk: DEFAULT_RISK_SETTINGS, planDailyTrades: null };
  await assert.rejects(runTradingLoop(ports, { ...settings, instruments: [] }), {
    name: 'ValueError',
    message: '1 series need as many instruments, not 0',
  });
  await assert.rejects(
    runTradingLoop(ports, { ...settings, instruments: [anInstrument({ digits: 4 })] }),
    /bars of EURUSD with 5 digits do not fit the instrument EURUSD with 4/,
  );
});

test('an empty market ends at once', async () => {
  const { result, events } = await runLoop({ series: [{ ...someBars(), length: 0 }] });
  assert.deepEqual(
    [result.bars, result.asked, result.trades.length, result.limits.length, events.length],
    [0, 0, 0, 0, 0],
  );
});
