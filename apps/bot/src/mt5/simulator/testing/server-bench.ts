import { type Instant, instant, instantFromIso } from '@quorate/values/instant';
import type { Timers } from '../../../timers.ts';
import { createMarket, type Market } from '../market/market.ts';
import { type SymbolTerms, symbolTerms } from '../market/symbol-terms.ts';
import { DEMO_ACCOUNT, type SimulatedAccount } from '../server/account.ts';
import type { DealRequest, TradeAnswer } from '../server/orders.ts';
import { createTradeServer, type TradeServer } from '../server/trade-server.ts';

/** A clock that stands until a test moves it. */
export type StillTimers = Timers & { advance(ms: number): void };

/** Monday 2 June 2025, 12:00 UTC; 15:00 by the server's clock. */
const MONDAY_NOON = instantFromIso('2025-06-02T12:00:00Z');

export function createStillTimers(start: Instant = MONDAY_NOON): StillTimers {
  let now: number = start;
  let due: { at: number; run: () => void }[] = [];
  return {
    now: () => instant(now),
    after(ms, run) {
      const each = { at: now + ms, run };
      due.push(each);
      return () => {
        due = due.filter((other) => other !== each);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = due.toSorted((a, b) => a.at - b.at);
        if (!next || next.at > end) break;
        due = due.filter((other) => other !== next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = end;
    },
  };
}

/** A trade server with EURUSD at 1.10200/1.10210 and an account with 10,000 US dollars. */
export type ServerBench = Readonly<{
  timers: StillTimers;
  market: Market;
  server: TradeServer;
  /** To buy 0.10 lots of EURUSD with a stop at 1.10000. */
  buy(changes?: Partial<DealRequest>): TradeAnswer;
  /** The opposite of a position, closing so much of it. */
  close(ticket: string, volume: number, changes?: Partial<DealRequest>): TradeAnswer;
}>;

export function openServerBench(
  options: {
    account?: Partial<SimulatedAccount>;
    symbols?: readonly SymbolTerms[];
    eurusd?: Partial<SymbolTerms>;
    start?: Instant;
  } = {},
): ServerBench {
  const timers = createStillTimers(options.start);
  const symbols = options.symbols ?? [symbolTerms('EURUSD', options.eurusd)];
  const market = createMarket({ timers, symbols });
  const account = { ...DEMO_ACCOUNT, ...options.account };
  const server = createTradeServer({ timers, market, account });
  market.tick('EURUSD', 110_200, 110_210);

  function send(request: DealRequest): TradeAnswer {
    const answer = server.send(request);
    if (answer === null || 'then' in answer) throw new Error('no answer at once');
    return answer;
  }

  const buy = (changes: Partial<DealRequest> = {}) => send({ ...PURCHASE, ...changes });
  return {
    timers,
    market,
    server,
    buy,
    close(ticket, volume, changes) {
      const position = server.positions().find((each) => each.ticket === ticket);
      const side = position?.side === 'SELL' ? 'BUY' : 'SELL';
      return buy({ side, position: ticket, volume, stopLoss: null, ...changes });
    },
  };
}

export const PURCHASE: DealRequest = {
  action: 'deal',
  symbol: 'EURUSD',
  side: 'BUY',
  volume: 10,
  position: null,
  price: 110_210,
  stopLoss: 110_000,
  takeProfit: null,
  deviation: 20,
  filling: 'fok',
  magic: 7,
  comment: 'TB1:AAAAAAAAAA',
};

/** The balance as the deals add up. */
export function sumOfDeals(server: TradeServer): number {
  let sum = 0;
  for (const { profit, commission, swap, fee } of server.deals()) {
    sum += profit + commission + swap + fee;
  }
  return sum;
}
