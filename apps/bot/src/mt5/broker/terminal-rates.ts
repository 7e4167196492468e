import {
  type PairQuote,
  type Rates,
  ratesFrom,
  ratesOneAfterAnother,
} from '@quorate/trading/account/rates';
import type { Quote } from '@quorate/trading/account/valuation';
import { type Currency, currencyOf } from '@quorate/values/money';
import type { TerminalSymbolSpec } from '../bridge/records.ts';

/**
 * What currencies are worth by the terminal: by the quotes of the symbols that are traded, else by the tick
 * values it counts with, which hold the rate of a symbol's profit currency in the account's.
 */
export function terminalRates(
  specs: () => Iterable<TerminalSymbolSpec>,
  quoteOf: (symbol: string) => Quote | undefined,
  account: () => Currency,
): Rates {
  return ratesOneAfterAnother(
    ratesFrom(() => quoted(specs(), quoteOf)),
    ratesFrom(() => byTickValue(specs(), account())),
  );
}

function* quoted(
  specs: Iterable<TerminalSymbolSpec>,
  quoteOf: (symbol: string) => Quote | undefined,
): Iterable<PairQuote> {
  for (const { symbol, base, profit, digits } of specs) {
    const quote = quoteOf(symbol);
    if (!quote || !isCurrency(base) || !isCurrency(profit)) continue;
    const point = 10 ** -digits;
    yield {
      base: currencyOf(base),
      quote: currencyOf(profit),
      bid: quote.bid * point,
      ask: quote.ask * point,
    };
  }
}

function* byTickValue(specs: Iterable<TerminalSymbolSpec>, account: Currency): Iterable<PairQuote> {
  for (const spec of specs) {
    if (!isCurrency(spec.profit) || spec.profit === account) continue;
    const perTick = Number(spec.contract_size) * Number(spec.tick_size);
    const rates = [spec.tick_value_profit, spec.tick_value_loss].map(
      (text) => Number(text) / perTick,
    );
    yield {
      base: currencyOf(spec.profit),
      quote: account,
      bid: Math.min(...rates),
      ask: Math.max(...rates),
    };
  }
}

function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}
