import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instant } from '@quorate/values/instant';
import type { DecisionRequest } from '../analysts/decision.ts';
import { generateMarket } from '../market/market-generator.ts';
import { tradingDayOf, tradingDayStart } from '../market/trading-day.ts';
import { MONDAY, usd } from '../testing/builders.ts';
import { runLoop, someBars } from '../testing/loop-fixture.ts';
import { createRememberingDecisions } from '../testing/remembering-decisions.ts';
import type { DecisionSource } from './ports.ts';

test('the plan’s trades of a day are kept, and no question is put that no trade could follow', async () => {
  const offline = createRememberingDecisions();
  const { of, result } = await runLoop({ planDailyTrades: 1, decisions: offline });
  const days = of('trade-opened').map(({ trade }) => tradingDayOf(trade.openedAt));
  assert.equal(new Set(days).size, days.length);
  assert.ok(offline.asked.every(({ tradesOpenedToday }) => tradesOpenedToday === 0));
  const notices = of('limit').filter(({ notice }) => notice.code === 'daily_trade_limit_reached');
  assert.ok(notices.length > 0);
  for (const { notice, asOf } of notices) {
    assert.deepEqual([notice.limit, notice.actual], [1, 1]);
    assert.equal(notice.until, tradingDayStart(tradingDayOf(asOf) + 1));
    assert.match(
      notice.message,
      /^1 trade was opened today, the plan allows 1\. Trading resumes at \d{4}-\d\d-\d\dT2[12]:00:00\.000Z\.$/,
    );
  }
  assert.equal(new Set(notices.map(({ notice }) => notice.until)).size, notices.length);
  assert.ok((result.notAsked.plan_daily_trades ?? 0) >= notices.length);
});

test('an order of another symbol that is still on its way counts as a trade of the day', async () => {
  const series = [someBars(4), { ...someBars(4), symbol: 'EURUSD.x' }];
  const { of } = await runLoop({ series, planDailyTrades: 1 });
  const days = of('order').map(({ order }) => tradingDayOf(order.placedAt));
  assert.ok(days.length > 10);
  assert.equal(new Set(days).size, days.length);
});

test('a bar that closes at midnight is decided on in the new day', async () => {
  const market = {
    symbol: 'EURUSD',
    timeframe: 'D1',
    digits: 5,
    bars: 2_000,
    end: MONDAY,
    seed: 6,
  } as const;
  const offline = createRememberingDecisions();
  const series = [generateMarket(market)];
  const { result } = await runLoop({ series, planDailyTrades: 1, decisions: offline });
  assert.ok(result.trades.length > 20);
  assert.ok(offline.asked.every(({ tradesOpenedToday }) => tradesOpenedToday === 0));
  assert.equal(result.notAsked.plan_daily_trades, undefined);
  assert.equal(result.notAsked.rollover, undefined);
});

test('the decision source is told how many trades the day has seen', async () => {
  const offline = createRememberingDecisions();
  const { of } = await runLoop({ decisions: offline });
  const openings = of('trade-opened').map(({ trade }) => trade.openedAt);
  for (const { snapshot, tradesOpenedToday } of offline.asked) {
    const asOf = instant(Date.parse(snapshot.as_of));
    const day = tradingDayOf(asOf);
    const before = openings.filter((moment) => moment < asOf && tradingDayOf(moment) === day);
    assert.equal(tradesOpenedToday, before.length);
  }
  assert.ok(offline.asked.some(({ tradesOpenedToday }) => tradesOpenedToday > 0));
});

test('at a token limit it stops asking, says so once, and still closes what is open', async () => {
  const offline = createRememberingDecisions();
  let placed = 0;
  let refused = 0;
  const decisions: DecisionSource = {
    decide(request) {
      if (placed > 0) {
        refused += 1;
        return {
          kind: 'limit',
          code: 'token_limit_reached',
          limit: 300_000,
          actual: 299_000,
          until: null,
          message: 'No tokens left.',
        };
      }
      const outcome = offline.decide(request);
      if (outcome.kind === 'decision' && outcome.action !== 'HOLD') placed += 1;
      return outcome;
    },
  };
  const { of, result } = await runLoop({ decisions });
  assert.equal(refused, 1);
  assert.equal(of('limit').length, 1);
  assert.deepEqual(result.limits, [of('limit')[0]?.notice]);
  assert.equal(of('trade-opened').length, 1);
  assert.equal(of('trade-closed').length, 1);
  assert.ok((result.notAsked.service_limit ?? 0) > 10);
  assert.equal(result.bars, 1_500);
});

test('a token limit that ends on the bars’ clock ends', async () => {
  const series = someBars();
  const resumes = instant(series.time[900] ?? 0);
  const asked: DecisionRequest[] = [];
  const decisions: DecisionSource = {
    decide(request) {
      asked.push(request);
      return {
        kind: 'limit',
        code: 'token_limit_reached',
        limit: 1,
        actual: 1,
        until: resumes,
        message: 'No tokens left.',
      };
    },
  };
  const { result } = await runLoop({ series: [series], decisions });
  assert.ok(asked.length > 2);
  assert.ok(asked.slice(1).every(({ snapshot }) => Date.parse(snapshot.as_of) >= resumes));
  assert.deepEqual(result.limits, []);
});

test('a symbol limit stops one symbol and leaves the others', async () => {
  const series = [someBars(4), someBars(9, 'EURUSD.x')];
  const offline = createRememberingDecisions();
  const asked: string[] = [];
  const decisions: DecisionSource = {
    decide(request) {
      asked.push(request.snapshot.symbol);
      if (request.snapshot.symbol === 'EURUSD') return offline.decide(request);
      return {
        kind: 'limit',
        code: 'symbol_limit_reached',
        limit: 1,
        actual: 1,
        until: null,
        message: 'One symbol only.',
      };
    },
  };
  const { of } = await runLoop({ series, decisions });
  assert.equal(asked.filter((symbol) => symbol === 'EURUSD.x').length, 1);
  assert.ok(asked.filter((symbol) => symbol === 'EURUSD').length > 20);
  assert.ok(of('trade-opened').every(({ trade }) => trade.symbol === 'EURUSD'));
});

test('the service’s limit of trades a day holds until the bars’ next day', async () => {
  const asked: number[] = [];
  const decisions: DecisionSource = {
    decide({ snapshot }) {
      asked.push(Date.parse(snapshot.as_of));
      return {
        kind: 'limit',
        code: 'daily_trade_limit_reached',
        limit: 3,
        actual: 3,
        until: instant(8e15),
        message: 'Three a day.',
      };
    },
  };
  const { of } = await runLoop({ decisions });
  const days = asked.map((moment) => tradingDayOf(instant(moment)));
  assert.equal(new Set(days).size, days.length);
  assert.ok(days.length > 5);
  for (const { notice, asOf } of of('limit'))
    assert.equal(notice.until, tradingDayStart(tradingDayOf(asOf) + 1));
});

// @spec 3.31
test('a day’s loss ends its trading, is told once, and the next day begins again', async () => {
  const { of } = await runLoop({
    series: [someBars(9)],
    risk: { riskPercent: 2, dailyLossPercent: 1.5 },
  });
  const notices = of('limit').filter(({ notice }) => notice.code === 'daily_loss');
  assert.ok(notices.length > 2);
  for (const { asOf, notice } of notices) {
    // Told at the very bar whose equity met it, counted from the equity the day began with.
    const dayStart = tradingDayStart(tradingDayOf(instant(asOf - 1)));
    const before = of('bar').findLast((bar) => bar.asOf <= dayStart)?.equity ?? usd('10000');
    const now = of('bar').find((bar) => bar.asOf === asOf)?.equity;
    const lost = (100 * (before.minor - (now?.minor ?? 0))) / before.minor;
    assert.ok(notice.actual >= 1.5 && Math.abs(notice.actual - lost) < 0.006, `${lost}`);
    const until = notice.until ?? 0;
    const between = of('order').filter(
      ({ order }) => order.placedAt >= asOf && order.placedAt < until,
    );
    assert.deepEqual(between, []);
  }
  const first = notices[0]?.notice.until ?? 0;
  assert.ok(of('order').some(({ order }) => order.placedAt >= first));
});
