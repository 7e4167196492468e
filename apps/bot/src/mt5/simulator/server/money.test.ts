import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deal, DealEntry } from '@quorate/trading/account/deal';
import { instrumentFor } from '@quorate/trading/account/instrument';
import { createTradeBook } from '@quorate/trading/account/trade-book';
import { valuationOf } from '@quorate/trading/account/valuation';
import { createRandom } from '@quorate/trading/market/random';
import { closedTrades, statisticsOf } from '@quorate/trading/statistics/statistics';
import type { PositionTicket } from '@quorate/values/ids';
import { HOUR_MS, instant } from '@quorate/values/instant';
import { lots, volumeStep } from '@quorate/values/lots';
import { currencyOf, money } from '@quorate/values/money';
import { price } from '@quorate/values/price';
import { symbolTerms } from '../market/symbol-terms.ts';
import { openServerBench, sumOfDeals } from '../testing/server-bench.ts';
import type { StoredDeal } from './orders.ts';
import type { TradeServer } from './trade-server.ts';

const RUNS = 150;
const STEPS = 150;
const USD = currencyOf('USD');
const STEP = volumeStep('0.01');

/** A run of purchases, sales, closings of parts, nights, wild prices and deposits. */
function randomRun(seed: number): TradeServer {
  const random = createRandom(seed);
  const pick = (most: number) => Math.floor(random() * most);
  const symbols = ['EURUSD', 'USDJPY', 'XAUUSD'].map((symbol) =>
    symbolTerms(symbol, {
      commissionPerLot: pick(2) * 351,
      feePerLot: pick(2) * 17,
      swapLong: -pick(900) / 10,
      swapShort: pick(90) / 10 - 5,
    }),
  );
  const marginMode = seed % 2 === 0 ? 'hedging' : 'netting';
  const { server, timers, market, buy, close } = openServerBench({
    symbols,
    account: { marginMode, leverage: 500 },
  });
  const prices = new Map([
    ['EURUSD', 110_200],
    ['USDJPY', 150_000],
    ['XAUUSD', 200_000],
  ]);
  const move = (symbol: string) => {
    const bid = Math.round((prices.get(symbol) ?? 0) * (1 + (random() - 0.5) / 150));
    prices.set(symbol, bid);
    market.tick(symbol, bid);
  };
  for (const symbol of prices.keys()) move(symbol);
  for (let step = 0; step < STEPS; step += 1) {
    const { symbol } = symbols[pick(symbols.length)] ?? { symbol: 'EURUSD' };
    const held = server.positions();
    const position = held[pick(held.length)];
    const what = pick(100);
    if (what < 35) move(symbol);
    else if (what < 50) timers.advance(pick(5) * HOUR_MS);
    else if (what < 52) server.ledger.cash('balance', pick(20_000) - 10_000, '');
    else if (position && what < 75) close(position.ticket, 1 + pick(position.volume));
    else {
      const side = random() < 0.5 ? 'BUY' : 'SELL';
      const bid = prices.get(symbol) ?? 0;
      const distance = Math.round(bid * (0.001 + random() / 100));
      const stopLoss = side === 'BUY' ? bid - distance : bid + distance;
      buy({ symbol, side, volume: 1 + pick(60), stopLoss });
    }
    assert.equal(sumOfDeals(server), server.ledger.balance(), `seed ${seed}, step ${step}`);
  }
  return server;
}

function toDeal(deal: StoredDeal): Deal {
  return {
    ticket: deal.ticket,
    positionTicket: deal.position as PositionTicket,
    orderKey: null,
    symbol: deal.symbol,
    side: deal.type === 'buy' ? 'BUY' : 'SELL',
    entry: deal.entry as DealEntry,
    reason: 'order',
    lots: lots(deal.volume, STEP),
    price: price(deal.price, deal.digits),
    stopLoss: null,
    takeProfit: null,
    time: instant(deal.timeMs),
    profit: money(deal.profit, USD),
    commission: money(deal.commission, USD),
    swap: money(deal.swap, USD),
    fee: money(deal.fee, USD),
    initialRisk: null,
  };
}

test('over random runs the balance is the sum of the deals, and the trades hold all of it', () => {
  let closings = 0;
  let reversals = 0;
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const server = randomRun(seed);
    const trading = server.deals().filter(({ type }) => type === 'buy' || type === 'sell');
    const cash = server.deals().filter(({ type }) => type === 'balance');
    const book = createTradeBook();
    for (const deal of trading) book.add(toDeal(deal));
    assert.deepEqual(book.orphans(), []);
    const trades = book.trades();
    const open = trades.filter(({ status }) => status === 'OPEN');
    assert.deepEqual(
      open.map(({ positionTicket }) => String(positionTicket).replace(/-r\d+$/, '')).toSorted(),
      server
        .positions()
        .map(({ ticket }) => ticket)
        .toSorted(),
    );
    let start = 0;
    for (const { profit } of cash) start += profit;
    let net = 0;
    for (const { profit } of trades) net += profit.minor;
    assert.equal(start + net, server.ledger.balance(), `seed ${seed}`);
    const { summary } = statisticsOf({ startMinor: start, trades: closedTrades(trades) });
    let openNet = 0;
    for (const { profit } of open) openNet += profit.minor;
    assert.equal(start + summary.netProfit + openNet, server.ledger.balance());
    closings += summary.total;
    reversals += trading.filter(({ entry }) => entry === 'inout').length;
  }
  assert.ok(closings > 1_000 && reversals > 100, `${closings} closings, ${reversals} reversals`);
});

test('profit and margin are those of the trading core, in the quote and in the base currency', () => {
  const symbols = [symbolTerms('EURUSD'), symbolTerms('USDJPY')];
  const { server, market } = openServerBench({ symbols });
  market.tick('USDJPY', 151_234, 151_247);
  const quotes = { EURUSD: { bid: 110_200, ask: 110_210 }, USDJPY: { bid: 151_234, ask: 151_247 } };
  const random = createRandom(5);
  for (const terms of symbols) {
    const instrument = instrumentFor(terms.symbol, terms.digits, USD);
    assert.ok(!('kind' in instrument));
    const valuation = valuationOf(instrument, USD);
    assert.ok(valuation.kind === 'valuation');
    const quote = quotes[terms.symbol as 'EURUSD'];
    for (let i = 0; i < 2_000; i += 1) {
      const points = Math.floor(random() * 4_000) - 2_000;
      const volume = 1 + Math.floor(random() * 500);
      assert.equal(
        server.ledger.worth.profit(terms, points * volume),
        valuation.profitOf(points, lots(volume, STEP), quote).minor,
      );
      assert.equal(
        server.ledger.worth.margin(terms, volume),
        Math.round(valuation.marginMinorOf(lots(volume, STEP), quote, 30)),
      );
    }
  }
});
