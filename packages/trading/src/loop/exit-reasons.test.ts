import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, instant } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import { tradesFromDeals } from '../account/trade-book.ts';
import { newsCalendar } from '../governor/news-calendar.ts';
import { defaultRuleSet } from '../governor/presets.ts';
import { type LoopRecord, runLoop, someBars } from '../testing/loop-fixture.ts';

/** Of every trade that closed, its reason beside its last deal. */
function endings({ of, result }: LoopRecord) {
  const deals = of('deal').map(({ deal }) => deal);
  const closed = result.trades.filter(({ status }) => status === 'CLOSED');
  assert.deepEqual(
    of('trade-closed').map(({ trade }) => trade),
    closed.toSorted((a, b) => (a.closedAt ?? 0) - (b.closedAt ?? 0)),
  );
  return closed.map(({ positionTicket: ticket, exitReason }) => {
    const [first, ...more] = deals.filter(({ positionTicket }) => positionTicket === ticket);
    return { ticket, exitReason, first, last: more.at(-1) };
  });
}

test('a run whose exits are off ends its trades at targets and first stops', async () => {
  const run = await runLoop();
  const ended = endings(run);
  assert.ok(ended.length > 20);
  for (const { exitReason, last } of ended)
    assert.equal(exitReason, last?.reason === 'take-profit' ? 'target' : 'stop');
  assert.deepEqual(new Set(ended.map(({ exitReason }) => exitReason)), new Set(['target', 'stop']));
});

test('what the exits of a run close, and a stop that they have moved, is managed', async () => {
  const exits = {
    breakEvenAfterR: 0.6,
    trailAtr: 1.5,
    partialCloseAfterR: 0.5,
    timeStopBars: 12,
    exitOnOppositePercent: 52,
  };
  const seen = new Set<string>();
  for (const seed of [4, 5, 6]) {
    for (const { exitReason, first, last } of endings(
      await runLoop({ series: [someBars(seed)], exits }),
    )) {
      const isMoved = last?.stopLoss?.points !== first?.stopLoss?.points;
      const expected =
        last?.reason === 'take-profit'
          ? 'target'
          : last?.reason === 'close' || isMoved
            ? 'managed'
            : 'stop';
      assert.equal(exitReason, expected);
      seen.add(`${last?.reason} ${exitReason}`);
    }
  }
  assert.deepEqual([...seen].toSorted(), [
    'close managed',
    'stop-loss managed',
    'stop-loss stop',
    'take-profit target',
  ]);
});

test('what its owner has closed, all at once, is flattened', async () => {
  const free = await runLoop();
  const ended = new Set(free.of('trade-closed').map(({ asOf }) => asOf));
  const opened = free.of('trade-opened').find(({ asOf }) => !ended.has(asOf));
  assert.ok(opened);
  let isOpen = true;
  const run = await runLoop({
    owner: {
      orders: (asOf) => ({ entriesOff: false, closeAll: isOpen && asOf >= opened.asOf }),
      closed(_asOf, _deals, refusals) {
        isOpen = refusals.length > 0;
      },
    },
  });
  const ticket = opened.trade.positionTicket;
  assert.equal(endings(run).find((each) => each.ticket === ticket)?.exitReason, 'flattened');
});

test('what the governor closes before a weekend, before news and at a floor is flattened', async () => {
  const series = someBars();
  const flat = { ...defaultRuleSet(5, 10, 20, null), weekendHolding: false };
  const weekends = await runLoop({
    series: [series],
    governed: { ruleSet: flat, initialMinor: null },
  });
  const before = weekends.of('managed').filter(({ why }) => why === 'weekend_flat');
  assert.ok(before.length > 0);
  for (const { ticket } of before) {
    const trade = weekends.result.trades.find(({ positionTicket }) => positionTicket === ticket);
    assert.equal(trade?.exitReason, 'flattened');
  }

  const free = await runLoop({ series: [series], governed: { ruleSet: null, initialMinor: null } });
  const ended = new Set(free.of('trade-closed').map(({ asOf }) => asOf));
  const opened = free.of('trade-opened').find(({ asOf }) => !ended.has(asOf));
  assert.ok(opened);
  const event = {
    at: instant(opened.asOf + 1.5 * HOUR_MS),
    currency: currencyOf('USD'),
    importance: 'high',
    title: 'FOMC',
    knownAt: instant(0),
  } as const;
  const [from, until] = [series.time[0] ?? 0, (series.time.at(-1) ?? 0) + HOUR_MS];
  const news = { minutesBefore: 30, minutesAfter: 30, importance: 'high', bars: 'all' } as const;
  const run = await runLoop({
    series: [series],
    governed: {
      ruleSet: { ...defaultRuleSet(5, 10, 20, null), news },
      initialMinor: null,
      calendar: newsCalendar([event], { from: instant(from), until: instant(until) }),
    },
  });
  const [near] = run.of('managed').filter(({ why }) => why === 'news_window');
  assert.ok(near);
  assert.equal(
    run.result.trades.find(({ positionTicket }) => positionTicket === near.ticket)?.exitReason,
    'flattened',
  );

  const floors = await runLoop({
    series: [series],
    governed: { ruleSet: defaultRuleSet(0.6, 1.2, 2, null), initialMinor: null },
  });
  const byGovernor = floors.result.trades.filter(({ exitReason }) => exitReason === 'flattened');
  assert.ok(byGovernor.length > 0);
});

test('the reasons of a run follow from its deals alone, read again in any life', async () => {
  const run = await runLoop({ exits: { breakEvenAfterR: 0.6, timeStopBars: 12 } });
  const deals = JSON.parse(JSON.stringify(run.of('deal').map(({ deal }) => deal)));
  assert.deepEqual(
    tradesFromDeals(deals).map(({ exitReason }) => exitReason),
    run.result.trades.map(({ exitReason }) => exitReason),
  );
});
