import type { Timeframe } from '@quorate/trading/market/candle';
import { decimalFromUnits } from '@quorate/values/decimal';
import type { z } from 'zod';
import type { EVENTS, EventName } from '../../bridge/messages.ts';
import { moneyRecord } from './print.ts';
import type { ExpertTerminal } from './terminal.ts';

/** What the expert tells unasked. */
export type Subscriptions = Readonly<{
  replace(symbols: readonly string[], timeframe: Timeframe, ticks: boolean): void;
  /** Something may have changed that the bot wants to know. */
  permissionsChanged(): void;
  end(): void;
}>;

type Tell = <Name extends EventName>(name: Name, body: z.output<(typeof EVENTS)[Name]>) => void;

const TICK_MS = 250;
const ACCOUNT_MS = 1_000;

/** Ends with `end`; a new session begins with none. */
export function createSubscriptions(terminal: ExpertTerminal, tell: Tell): Subscriptions {
  const { market, timers } = terminal;
  let symbols: ReadonlySet<string> = new Set();
  let timeframe: Timeframe = 'H1';
  let ticks = false;
  const untilNextTick = new Map<string, () => void>();
  const missedTick = new Set<string>();
  let accountTold = '';
  let stopAccount: (() => void) | null = null;

  function tellTick(symbol: string): void {
    const quote = terminal.view().quote(symbol);
    const digits = market.terms.get(symbol)?.digits ?? 0;
    if (!quote) return;
    tell('tick', {
      symbol,
      bid: decimalFromUnits(quote.bid, digits),
      ask: decimalFromUnits(quote.ask, digits),
      server_time: Math.floor(market.clock.localMs(quote.time) / 1_000),
    });
    const stop = timers.after(TICK_MS, () => {
      untilNextTick.delete(symbol);
      // The newest of those that came too fast.
      if (missedTick.delete(symbol)) tellTick(symbol);
    });
    untilNextTick.set(symbol, stop);
  }

  function tellAccount(): void {
    if (stopAccount || !terminal.permissions().connected) return;
    const { account } = terminal.server();
    const body = moneyRecord(terminal.view(), account.currencyDigits);
    const { server_time, ...money } = body;
    const text = JSON.stringify(money);
    if (text !== accountTold) {
      accountTold = text;
      tell('account', { ...money, server_time });
    }
    stopAccount = timers.after(ACCOUNT_MS, () => {
      stopAccount = null;
      tellAccountLater();
    });
  }

  function tellAccountLater(): void {
    const { account } = terminal.server();
    const { server_time: _, ...money } = moneyRecord(terminal.view(), account.currencyDigits);
    if (JSON.stringify(money) !== accountTold) tellAccount();
  }

  const stopMarket = market.hear((event) => {
    if (!terminal.permissions().connected) return;
    tellAccount();
    if (!symbols.has(event.symbol)) return;
    if (event.kind === 'tick') {
      if (!ticks) return;
      if (untilNextTick.has(event.symbol)) missedTick.add(event.symbol);
      else tellTick(event.symbol);
    } else if (event.timeframe === timeframe) {
      const { symbol, bar } = event;
      tell('bar', { symbol, tf: timeframe, digits: market.terms.get(symbol)?.digits ?? 0, bar });
    }
  });
  const stopDeals = terminal.server().onDeal((deal) => {
    if (!terminal.permissions().connected) return;
    tell('deal', { ticket: deal.ticket, position: deal.position });
    tellAccount();
  });

  return {
    replace(wanted, tf, withTicks) {
      symbols = new Set(wanted);
      timeframe = tf;
      ticks = withTicks;
      missedTick.clear();
    },
    permissionsChanged: () => tell('permissions', { permissions: terminal.permissions() }),
    end() {
      stopMarket();
      stopDeals();
      stopAccount?.();
      for (const stop of untilNextTick.values()) stop();
    },
  };
}
