import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PositionTicket } from '@quorate/values/ids';
import { instant } from '@quorate/values/instant';
import { lots, lotsFromDecimal, lotsToDecimal, volumeStep } from '@quorate/values/lots';
import { addMoney, money, sumMoney } from '@quorate/values/money';
import { price, priceToDecimal } from '@quorate/values/price';
import fc from 'fast-check';
import { MONDAY, USD, usd } from '../testing/builders.ts';
import type { Deal } from './deal.ts';
import { createTradeBook, tradesFromDeals } from './trade-book.ts';

const STEP = volumeStep('0.01');
const NONE = usd('0');

function aDeal(
  changes: Partial<Deal> & { volume?: string; points?: number; minute?: number } = {},
): Deal {
  const { volume = '0.10', points = 110_000, minute = 0, ...rest } = changes;
  return {
    ticket: 'd',
    positionTicket: '7' as PositionTicket,
    orderKey: null,
    symbol: 'EURUSD',
    side: 'BUY',
    entry: 'in',
    reason: 'order',
    lots: lotsFromDecimal(volume, STEP),
    price: price(points, 5),
    stopLoss: null,
    takeProfit: null,
    time: instant(MONDAY + minute * 60_000),
    profit: NONE,
    commission: NONE,
    swap: NONE,
    fee: NONE,
    initialRisk: null,
    ...rest,
  };
}

const out = (changes: Parameters<typeof aDeal>[0] = {}) =>
  aDeal({ side: 'SELL', entry: 'out', reason: 'close', ...changes });

test('a position that is opened and closed is one trade, net of every cost', () => {
  const [trade] = tradesFromDeals([
    aDeal({ commission: usd('-0.35'), initialRisk: usd('21.70'), stopLoss: price(109_800, 5) }),
    out({
      points: 110_300,
      minute: 90,
      profit: usd('30'),
      commission: usd('-0.35'),
      swap: usd('-0.12'),
      fee: usd('-0.01'),
    }),
  ]);
  assert.ok(trade);
  assert.deepEqual(
    [trade.status, trade.side, trade.grossProfit.minor, trade.profit.minor],
    ['CLOSED', 'BUY', 3_000, 2_917],
  );
  assert.deepEqual([trade.commission.minor, trade.swap.minor, trade.fee.minor], [-70, -12, -1]);
  assert.equal(trade.closePrice && priceToDecimal(trade.closePrice), '1.10300');
  assert.equal((trade.closedAt ?? 0) - trade.openedAt, 90 * 60_000);
  assert.deepEqual(
    [trade.initialRisk?.minor, trade.stopLoss?.points, trade.revision],
    [2_170, 109_800, 2],
  );
});

test('partial closes are summed into one trade, its prices weighted by volume', () => {
  const book = createTradeBook();
  const kinds = [
    ...book.add(aDeal({ volume: '0.10', points: 110_000 })),
    ...book.add(aDeal({ volume: '0.20', points: 110_030, minute: 1 })),
    ...book.add(out({ volume: '0.05', points: 110_100, minute: 2, profit: usd('4') })),
    ...book.add(out({ volume: '0.25', points: 110_200, minute: 3, profit: usd('45') })),
  ].map(({ kind, trade }) => [kind, trade.status, trade.revision, trade.profit.minor]);
  assert.deepEqual(kinds, [
    ['opened', 'OPEN', 1, 0],
    ['changed', 'OPEN', 2, 0],
    ['changed', 'OPEN', 3, 400],
    ['closed', 'CLOSED', 4, 4_900],
  ]);
  const [trade] = book.trades();
  assert.ok(trade?.closePrice);
  assert.equal(lotsToDecimal(trade.lots), '0.30');
  assert.deepEqual([trade.openPrice.points, trade.closePrice.points], [110_020, 110_183]);
});

test('an open trade has no closing price, and shows what it has cost so far', () => {
  const [trade] = tradesFromDeals([aDeal({ commission: usd('-0.35') })]);
  assert.deepEqual(
    [trade?.status, trade?.closePrice, trade?.closedAt, trade?.profit.minor],
    ['OPEN', null, null, -35],
  );
});

test('a deal that reverses a netting position ends one trade and begins another', () => {
  const trades = tradesFromDeals([
    aDeal({ volume: '0.10' }),
    out({
      volume: '0.30',
      entry: 'inout',
      points: 110_100,
      minute: 5,
      profit: usd('10'),
      commission: usd('-1.00'),
      swap: usd('-0.20'),
      initialRisk: usd('50'),
    }),
    aDeal({ volume: '0.20', entry: 'out', points: 110_000, minute: 9, profit: usd('20') }),
  ]);
  const rows = trades.map(({ positionTicket, side, status, lots: volume, profit, commission }) => [
    positionTicket,
    side,
    status,
    lotsToDecimal(volume),
    profit.minor,
    commission.minor,
  ]);
  // Commission is shared by volume: a third for what was closed.
  assert.deepEqual(rows, [
    ['7', 'BUY', 'CLOSED', '0.10', 1_000 - 33 - 20, -33],
    ['7-r2', 'SELL', 'CLOSED', '0.20', 2_000 - 67, -67],
  ]);
  assert.deepEqual(
    trades.map(({ initialRisk }) => initialRisk?.minor ?? null),
    [null, 5_000],
  );
});

test('positions of other tickets are trades of their own', () => {
  const other = '8' as PositionTicket;
  const trades = tradesFromDeals([
    aDeal(),
    aDeal({ positionTicket: other, side: 'SELL' }),
    out(),
    aDeal({ positionTicket: other, entry: 'out', profit: usd('-3') }),
  ]);
  assert.deepEqual(
    trades.map(({ positionTicket, side, profit }) => [positionTicket, side, profit.minor]),
    [
      ['7', 'BUY', 0],
      ['8', 'SELL', -300],
    ],
  );
});

test('a closing deal whose opening was never seen is kept aside, not made up', () => {
  const book = createTradeBook();
  assert.deepEqual(book.add(out({ profit: usd('99') })), []);
  assert.deepEqual(book.trades(), []);
  assert.equal(book.orphans().length, 1);
});

test('the initial risk is unknown when a part of the position had no stop', () => {
  const [trade] = tradesFromDeals([
    aDeal({ initialRisk: usd('5') }),
    aDeal({ initialRisk: null, minute: 1 }),
  ]);
  assert.equal(trade?.initialRisk, null);
});

test('deals that count in different steps are a fault; two ways of writing one step are not', () => {
  const book = createTradeBook();
  book.add(aDeal());
  assert.throws(() => book.add(out({ lots: lots(1, volumeStep('0.1')) })), {
    name: 'ValueError',
    message: 'the deals of position 7 count in different volume steps',
  });
  const tenth = createTradeBook();
  tenth.add(aDeal({ lots: lots(2, volumeStep('0.1')) }));
  assert.equal(tenth.add(out({ lots: lots(2, { units: 10, digits: 2 }) }))[0]?.kind, 'closed');
});

test('deals of two currencies never mix', () => {
  const book = createTradeBook();
  book.add(aDeal());
  assert.throws(() => book.add(out({ profit: money(1, 'EUR' as typeof USD) })), /cannot combine/);
});

test('whatever the deals, the trades hold all of their money and never more open volume than was dealt', () => {
  const draft = fc.record({
    ticket: fc.constantFrom('1', '2', '3'),
    buy: fc.boolean(),
    steps: fc.integer({ min: 1, max: 50 }),
    profit: fc.integer({ min: -9_999, max: 9_999 }),
    commission: fc.integer({ min: -99, max: 0 }),
  });
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 40 }), (drafts) => {
      const signed = new Map<string, number>();
      const deals = drafts.map(({ ticket, buy, steps, profit, commission }, i): Deal => {
        const before = signed.get(ticket) ?? 0;
        const change = buy ? steps : -steps;
        signed.set(ticket, before + change);
        const opens = before === 0 || before > 0 === buy;
        const through = !opens && Math.abs(change) > Math.abs(before);
        return aDeal({
          positionTicket: ticket as PositionTicket,
          side: buy ? 'BUY' : 'SELL',
          entry: opens ? 'in' : through ? 'inout' : 'out',
          lots: lots(steps, STEP),
          profit: money(opens ? 0 : profit, USD),
          commission: money(commission, USD),
          minute: i,
        });
      });
      const book = createTradeBook();
      for (const deal of deals) book.add(deal);
      const trades = book.trades();
      assert.deepEqual(book.orphans(), []);
      const booked = sumMoney(
        deals.map((deal) => addMoney(deal.profit, deal.commission)),
        USD,
      );
      assert.deepEqual(
        sumMoney(
          trades.map((trade) => trade.profit),
          USD,
        ),
        booked,
      );
      for (const trade of trades) {
        const parts = [trade.grossProfit, trade.commission, trade.swap, trade.fee].reduce(addMoney);
        assert.deepEqual(trade.profit, parts);
        assert.equal(trade.status === 'CLOSED', trade.closedAt !== null);
      }
      const open = [...signed.values()].filter((steps) => steps !== 0).length;
      assert.equal(trades.filter(({ status }) => status === 'OPEN').length, open);
      assert.equal(new Set(trades.map(({ positionTicket }) => positionTicket)).size, trades.length);
    }),
  );
});

test('a trade knows why it ended, by the last deal that closed it', () => {
  const stop = price(109_800, 5);
  const opening = aDeal({ volume: '0.20', stopLoss: stop });
  const ending = (...closing: Parameters<typeof out>) =>
    tradesFromDeals([opening, out(...closing)])[0]?.exitReason;
  const whole = { volume: '0.20', stopLoss: stop };
  assert.equal(tradesFromDeals([opening])[0]?.exitReason, null);
  assert.equal(ending({ ...whole, reason: 'take-profit' }), 'target');
  assert.equal(ending({ ...whole, reason: 'stop-out' }), 'stop_out');
  assert.equal(ending({ ...whole, reason: 'stop-loss' }), 'stop');
  const moved = { ...whole, stopLoss: price(109_801, 5) };
  assert.equal(ending({ ...moved, reason: 'stop-loss' }), 'managed');
  assert.equal(ending({ ...moved, reason: 'take-profit' }), 'target');
  for (const closedBy of ['managed', 'flattened', 'manual'] as const)
    assert.equal(ending({ ...whole, closedBy }), closedBy);
  assert.equal(ending(whole), null, 'nobody knows who closed it');
  assert.equal(ending({ ...whole, reason: 'stop-loss', stopLoss: null }), null);

  const part = out({ volume: '0.05', minute: 1, closedBy: 'managed' });
  const book = createTradeBook();
  const [, partly, ended] = [
    opening,
    part,
    out({ volume: '0.15', stopLoss: stop, minute: 2, reason: 'stop-loss' }),
  ].flatMap((deal) => book.add(deal));
  assert.deepEqual([partly?.trade.exitReason, ended?.trade.exitReason], [null, 'stop']);
});

test('the stop of what is added on a netting account is the first one of the whole', () => {
  const [first, second] = [price(109_800, 5), price(109_900, 5)];
  const end = (stopLoss: typeof first) =>
    tradesFromDeals([
      aDeal({ stopLoss: first }),
      aDeal({ stopLoss: second, minute: 1 }),
      out({ volume: '0.20', stopLoss, reason: 'stop-loss', minute: 2 }),
    ])[0]?.exitReason;
  assert.deepEqual([end(second), end(first)], ['stop', 'managed']);
});

test('without a first stop, one that lies in profit was moved, and any other counts as the first', () => {
  const end = (side: 'BUY' | 'SELL', points: number) =>
    tradesFromDeals([
      aDeal({ side, points: 110_000 }),
      aDeal({
        side: side === 'BUY' ? 'SELL' : 'BUY',
        entry: 'out',
        reason: 'stop-loss',
        stopLoss: price(points, 5),
      }),
    ])[0]?.exitReason;
  assert.deepEqual(
    [end('BUY', 109_999), end('BUY', 110_000), end('BUY', 110_001)],
    ['stop', 'managed', 'managed'],
  );
  assert.deepEqual([end('SELL', 110_001), end('SELL', 109_999)], ['stop', 'managed']);
});
