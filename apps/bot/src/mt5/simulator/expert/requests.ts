import { unitsFromDecimal } from '@quorate/values/decimal';
import { REQUESTS, type RequestBody, type RequestName } from '../../bridge/messages.ts';
import { fillingsOf } from '../market/symbol-terms.ts';
import { accountRecord } from '../server/account.ts';
import { RETCODE, retcodeWords } from '../server/retcodes.ts';
import type { Book } from './book.ts';
import type { LastLine } from './last-line.ts';
import { fault, type OrderDesk, type Reply } from './order-desk.ts';
import { dealRecord, moneyRecord, orderRecord, positionRecord, symbolRecord } from './print.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { ExpertTerminal } from './terminal.ts';

type Handlers = {
  [Name in RequestName]: (body: RequestBody<Name>) => Reply<Name> | Promise<Reply<Name>>;
};

/** @returns the answer to a request, which may be anything that came over the wire */
type Answerer = (name: string, body: unknown) => Promise<Reply>;

export function createAnswerer(deps: {
  terminal: ExpertTerminal;
  book: Book;
  desk: OrderDesk;
  line: LastLine;
  subscriptions: Subscriptions;
}): Answerer {
  const { terminal, book, desk, line, subscriptions } = deps;
  const { market } = terminal;
  const digits = () => terminal.server().account.currencyDigits;
  const at = () => ({
    market,
    view: terminal.view(),
    worth: terminal.server().ledger.worth,
    currencyDigits: digits(),
  });
  const loading = () => fault('not_ready', 'The terminal still loads its history');

  const handlers: Handlers = {
    account() {
      const view = terminal.view();
      return {
        ok: {
          account: accountRecord(terminal.server().account),
          permissions: terminal.permissions(),
          ...moneyRecord(view, digits()),
          credit: (view.credit / 10 ** digits()).toFixed(digits()),
          halted: book.halted(),
        },
      };
    },
    'symbol.names': () => ({ ok: { names: [...market.terms.keys()] } }),
    symbols({ symbols }) {
      const known = symbols.flatMap((symbol) => market.terms.get(symbol) ?? []);
      const unknown = symbols.filter((symbol) => !market.terms.has(symbol));
      return { ok: { symbols: known.map((terms) => symbolRecord(terms, at())), unknown } };
    },
    subscribe({ symbols, tf, ticks }) {
      const known = symbols.filter((symbol) => market.terms.has(symbol));
      subscriptions.replace(known, tf, ticks);
      return { ok: { unknown: symbols.filter((symbol) => !market.terms.has(symbol)) } };
    },
    bars({ symbol, tf, count, before }) {
      const terms = market.terms.get(symbol);
      const closed = market.bars(symbol)?.closed(tf);
      if (!terms || !closed) return fault('unknown_symbol', symbol);
      if (terminal.isLoading()) return { ok: { digits: terms.digits, bars: [], ready: false } };
      const bars = before === undefined ? closed : closed.filter(([opened]) => opened < before);
      return { ok: { digits: terms.digits, bars: bars.slice(-count), ready: true } };
    },
    calendar: ({ from, to, currency }) => ({
      ok: {
        events: terminal
          .calendar()
          .filter((event) => event.currency === currency && event.at >= from && event.at <= to)
          .map(({ at, importance, title }) => ({ at, importance, title })),
      },
    }),
    positions: () => ({
      ok: { positions: terminal.view().positions.map((each) => positionRecord(each, at())) },
    }),
    orders: () => ({
      ok: { orders: terminal.view().orders.map((each) => orderRecord(each, at())) },
    }),
    history({ from, to, skip, limit }) {
      if (terminal.isLoading()) return loading();
      const all = terminal
        .view()
        .deals.filter(({ timeMs }) => timeMs >= from * 1_000 && timeMs < (to + 1) * 1_000);
      const deals = all.slice(skip, skip + limit).map((deal) => dealRecord(deal, digits()));
      return { ok: { deals, total: all.length } };
    },
    'history.position'({ ticket }) {
      if (terminal.isLoading()) return loading();
      const deals = terminal.view().deals.filter(({ position }) => position === ticket);
      return { ok: { deals: deals.map((deal) => dealRecord(deal, digits())) } };
    },
    'order.check'(body) {
      const terms = market.terms.get(body.symbol);
      if (!terms) return fault('unknown_symbol', body.symbol);
      const quote = terminal.view().quote(body.symbol);
      const { retcode, margin } = terminal.check({
        action: 'deal',
        symbol: body.symbol,
        side: body.side,
        volume: unitsFromDecimal(body.lots, terms.volumeDigits),
        position: null,
        price: quote ? (body.side === 'BUY' ? quote.ask : quote.bid) : 0,
        stopLoss: unitsFromDecimal(body.sl, terms.digits),
        takeProfit: body.tp === null ? null : unitsFromDecimal(body.tp, terms.digits),
        deviation: body.deviation,
        filling: fillingsOf(terms)[0],
        magic: body.magic,
        comment: '',
      });
      const text = (margin / 10 ** digits()).toFixed(digits());
      return { ok: { retcode, margin: text, message: retcodeWords(retcode) } };
    },
    'order.open': desk.open,
    'order.query': ({ key }) => ({ ok: desk.query(key) }),
    'position.modify'({ ticket, sl, tp }) {
      if (Number(sl) <= 0) return fault('no_stop', 'A stop is moved, never taken away');
      const position = terminal.view().positions.find((each) => each.ticket === ticket);
      const terms = position && market.terms.get(position.symbol);
      if (!position || !terms) return fault('unknown_ticket', ticket);
      const missing = Object.entries(terminal.permissions()).find(([, given]) => !given)?.[0];
      if (missing) return fault('not_allowed', missing);
      const stopLoss = unitsFromDecimal(sl, terms.digits);
      const takeProfit = tp === null ? null : unitsFromDecimal(tp, terms.digits);
      const told = terminal.modify({ action: 'stops', position: ticket, stopLoss, takeProfit });
      const retcode = told === RETCODE.noChanges ? RETCODE.done : told;
      return { ok: { retcode, message: retcodeWords(retcode) } };
    },
    'position.close': desk.close,
    guard: line.take,
    'guard.query': () => ({ ok: line.held() }),
    halt() {
      try {
        book.setHalted(true);
      } catch {
        return fault('storage', 'The halt cannot be written down');
      }
      return { ok: { halted: true } };
    },
    resume() {
      try {
        book.setHalted(false);
      } catch {
        return fault('storage', 'The end of the halt cannot be written down');
      }
      return { ok: { halted: false } };
    },
  };

  async function run<Name extends RequestName>(name: Name, body: unknown): Promise<Reply> {
    const parsed = REQUESTS[name].body.safeParse(body);
    if (!parsed.success) {
      // The one fault that has a name of its own: to say that there is no stop.
      if ((name === 'order.open' || name === 'position.modify') && isWithoutStop(body))
        return fault('no_stop', 'A position needs a stop loss');
      const issue = parsed.error.issues[0];
      return fault('bad_request', `${issue?.path.join('.')}: ${issue?.message}`.slice(0, 200));
    }
    try {
      return await handlers[name](parsed.data as RequestBody<Name>);
    } catch (error) {
      if (error instanceof Error && error.name === 'ValueError') {
        return fault('bad_request', error.message.slice(0, 200));
      }
      throw error;
    }
  }

  return async (name, body) =>
    isRequest(name) ? await run(name, body) : fault('unknown_request', name);
}

function isRequest(name: string): name is RequestName {
  return Object.hasOwn(REQUESTS, name);
}

function isWithoutStop(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'sl' in body && body.sl === null;
}
