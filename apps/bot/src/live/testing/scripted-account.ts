import { serverTimeMs } from '@quorate/trading/market/new-york-clock';
import type { EventMessage } from '../../mt5/bridge/messages.ts';
import type {
  TerminalAccount,
  TerminalBar,
  TerminalDeal,
  TerminalPosition,
  TerminalSymbolSpec,
} from '../../mt5/bridge/records.ts';
import type { Timers } from '../../timers.ts';
import { EURUSD } from './scripted-symbol.ts';

export type ScriptedAccountOptions = {
  spec?: Partial<TerminalSymbolSpec>;
  account?: Partial<TerminalAccount>;
  timeframe?: 'M1' | 'H1';
};

/** A hedging account with 10,000 US dollars and one symbol: what the broker knows, whoever is connected. */
export function createScriptedAccount(
  timers: Timers,
  changes: ScriptedAccountOptions,
  emit: (event: EventMessage) => void,
) {
  const { timeframe = 'H1' } = changes;
  const barSeconds = timeframe === 'H1' ? 3_600 : 60;
  const spec = { ...EURUSD, ...changes.spec };
  const account: TerminalAccount = {
    login: '12345678',
    server: 'Demo-Server',
    company: 'A broker',
    currency: 'USD',
    currency_digits: 2,
    leverage: 30,
    margin_mode: 'hedging',
    trade_mode: 'demo',
    ...changes.account,
  };
  const positions = new Map<string, TerminalPosition>();
  const deals: TerminalDeal[] = [];
  const bars: TerminalBar[] = [];
  let balance = 1_000_000;
  let credit = 0;
  let tickets = 1_000;
  let quote = { bid: 110_200, ask: 110_210 };

  const self = {
    timeframe,
    barSeconds,
    account,
    positions,
    deals,
    bars,
    /** Whether a fill loses the stop of its order, as with brokers that set stops afterwards. */
    losesStops: false,
    /** Whether the broker writes its own words over the comments of orders. */
    rewritesComments: false,
    /** How old the newest quote is: what the server's clock shows between quotes. */
    quoteAgeMs: 0,
    balance: () => balance,
    /** As the terminal tells it now. */
    spec: () => ({ ...spec, bid: decimal(quote.bid), ask: decimal(quote.ask) }),
    serverMs,
    money,
    tick,
    closeBar,
    openPosition,
    closePosition,
    openByHand,
    cash,
    credit: () => cents(credit),
    closeByHand: (ticket: string) => closePosition(ticket, null, 'client', ''),
  };

  const decimal = (points: number) => (points / 1e5).toFixed(5);
  const cents = (minor: number) => (minor / 100).toFixed(2);

  const ticket = () => {
    tickets += 1;
    return String(tickets);
  };

  function serverMs(): number {
    return serverTimeMs(timers.now()) - self.quoteAgeMs;
  }

  function floating(): number {
    let sum = 0;
    for (const { side, open_price, lots } of positions.values()) {
      const open = Math.round(Number(open_price) * 1e5);
      const points = side === 'BUY' ? quote.bid - open : open - quote.ask;
      sum += Math.round(points * Number(lots) * 100);
    }
    return sum;
  }

  function money() {
    const equity = balance + credit + floating();
    const margin = cents(0);
    return { balance: cents(balance), equity: cents(equity), margin, free_margin: cents(equity) };
  }

  function execute(
    deal: Omit<TerminalDeal, 'time' | 'digits' | 'symbol' | 'swap' | 'fee'>,
  ): TerminalDeal {
    const full = {
      ...deal,
      symbol: spec.symbol,
      digits: 5,
      time: serverMs(),
      swap: '0.00',
      fee: '0.00',
    };
    deals.push(full);
    balance += Math.round((Number(deal.profit) + Number(deal.commission)) * 100);
    emit({ name: 'deal', body: { ticket: full.ticket, position: full.position } });
    return full;
  }

  /** Money that comes or goes without a trade. */
  function cash(type: 'balance' | 'credit', minor: number): void {
    const id = ticket();
    deals.push({
      ticket: id,
      order: '0',
      position: '0',
      symbol: '',
      type,
      entry: 'in',
      reason: 'client',
      lots: '0.00',
      price: '0',
      digits: 0,
      sl: null,
      tp: null,
      time: serverMs(),
      profit: cents(minor),
      commission: '0.00',
      swap: '0.00',
      fee: '0.00',
      magic: 0,
      comment: '',
    });
    if (type === 'credit') credit += minor;
    else balance += minor;
  }

  function commission(lots: string): string {
    return cents(-Math.round(Number(lots) * 350));
  }

  function openPosition(
    terms: { side: 'BUY' | 'SELL'; lots: string; sl: string | null; tp: string | null },
    magic: number,
    words: string,
  ): TerminalDeal {
    const comment = self.rewritesComments ? 'rewritten' : words;
    const { side, lots } = terms;
    const id = ticket();
    const price = decimal(side === 'BUY' ? quote.ask : quote.bid);
    const sl = self.losesStops ? null : terms.sl;
    positions.set(id, {
      ticket: id,
      symbol: spec.symbol,
      side,
      lots,
      open_price: price,
      sl,
      tp: terms.tp,
      price,
      profit: '0.00',
      swap: '0.00',
      magic,
      comment,
      opened: serverMs(),
    });
    const type = side === 'BUY' ? 'buy' : 'sell';
    const deal = {
      ticket: ticket(),
      order: id,
      position: id,
      type,
      entry: 'in',
      reason: magic === 0 ? 'client' : 'expert',
    } as const;
    return execute({
      ...deal,
      lots,
      price,
      sl,
      tp: terms.tp,
      profit: '0.00',
      commission: commission(lots),
      magic,
      comment,
    });
  }

  function closePosition(
    id: string,
    part: string | null,
    reason: TerminalDeal['reason'],
    comment: string,
    at: number | null = null,
  ): TerminalDeal | null {
    const position = positions.get(id);
    if (!position) return null;
    const { side, sl, tp, magic } = position;
    const isOurs = reason === 'expert' && comment.startsWith('TB1:');
    const lots = part ?? position.lots;
    const left = Number(position.lots) - Number(lots);
    if (left > 1e-9) positions.set(id, { ...position, lots: left.toFixed(2) });
    else positions.delete(id);
    const points = at ?? (side === 'BUY' ? quote.bid : quote.ask);
    const open = Math.round(Number(position.open_price) * 1e5);
    const gained = side === 'BUY' ? points - open : open - points;
    return execute({
      ticket: ticket(),
      order: ticket(),
      position: id,
      type: side === 'BUY' ? 'sell' : 'buy',
      entry: 'out',
      reason,
      lots,
      price: decimal(points),
      sl,
      tp,
      profit: cents(Math.round(gained * Number(lots) * 100)),
      commission: commission(lots),
      magic,
      comment: isOurs && self.rewritesComments ? 'rewritten' : comment,
    });
  }

  function tick(bid: number, ask = bid + 10): void {
    quote = { bid, ask };
    for (const { ticket: id, side, sl, tp } of positions.values()) {
      const exit = side === 'BUY' ? bid : ask;
      const sign = side === 'BUY' ? 1 : -1;
      const points = (text: string) => Math.round(Number(text) * 1e5);
      if (sl !== null && sign * (exit - points(sl)) <= 0)
        closePosition(id, null, 'sl', '[sl]', exit);
      else if (tp !== null && sign * (exit - points(tp)) >= 0)
        closePosition(id, null, 'tp', '[tp]', points(tp));
    }
    const server_time = Math.floor(serverMs() / 1_000);
    emit({
      name: 'tick',
      body: { symbol: spec.symbol, bid: decimal(bid), ask: decimal(ask), server_time },
    });
    emit({ name: 'account', body: { ...money(), server_time } });
  }

  /** The next bar, with these prices of the bid. */
  function closeBar([open, high, low, close]: readonly [number, number, number, number]): void {
    const last = bars.at(-1)?.[0] ?? Math.floor(serverMs() / 1_000) - barSeconds;
    const bar: TerminalBar = [last + barSeconds, open, high, low, close, 100, 10];
    bars.push(bar);
    emit({ name: 'bar', body: { symbol: spec.symbol, tf: timeframe, digits: 5, bar } });
  }

  function openByHand(
    side: 'BUY' | 'SELL',
    lots: string,
    { sl = null, magic = 0 }: { sl?: string | null; magic?: number } = {},
  ): string {
    return openPosition({ side, lots, sl, tp: null }, magic, '').position;
  }

  return self;
}
