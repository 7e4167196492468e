import type { Market } from '../market/market.ts';
import type { SimulatedAccount } from './account.ts';
import type { Fill, HeldPosition } from './held.ts';
import type { Ledger } from './ledger.ts';

/** Closings that the server does by itself. */
type Exit = Readonly<{ position: HeldPosition; fill: Omit<Fill, 'order'> }>;

/**
 * The next position of a symbol that its quote takes out. A stop is filled at the quote, however far
 * beyond it that is; a target at no more than the target.
 */
export function touchedExit(market: Market, ledger: Ledger, symbol: string): Exit | undefined {
  const quote = market.quote(symbol);
  const digits = market.terms.get(symbol)?.digits ?? 0;
  if (!quote) return undefined;
  for (const position of ledger.positions()) {
    if (position.symbol !== symbol) continue;
    const { stopLoss, takeProfit, side } = position;
    const price = side === 'BUY' ? quote.bid : quote.ask;
    const sign = side === 'BUY' ? 1 : -1;
    if (stopLoss !== null && sign * (price - stopLoss) <= 0) {
      return { position, fill: exitFill(position, price, 'sl', stopLoss, digits) };
    }
    if (takeProfit !== null && sign * (price - takeProfit) >= 0) {
      return { position, fill: exitFill(position, takeProfit, 'tp', takeProfit, digits) };
    }
  }
  return undefined;
}

/** The position that loses most, once the account's equity no longer covers its margin. */
export function stopOut(
  market: Market,
  ledger: Ledger,
  account: SimulatedAccount,
): Exit | undefined {
  const margin = ledger.margin();
  if (margin === 0 || ledger.equity() * 100 >= margin * account.stopOutPercent) return undefined;
  const worst = ledger
    .positions()
    .toSorted((a, b) => ledger.worth.floating(a) - ledger.worth.floating(b))[0];
  const quote = worst && market.quote(worst.symbol);
  if (!worst || !quote) return undefined;
  const price = worst.side === 'BUY' ? quote.bid : quote.ask;
  const fill = exitFill(worst, price, 'so', price, market.terms.get(worst.symbol)?.digits ?? 0);
  return { position: worst, fill };
}

function exitFill(
  position: HeldPosition,
  price: number,
  reason: 'sl' | 'tp' | 'so',
  level: number,
  digits: number,
): Omit<Fill, 'order'> {
  return {
    symbol: position.symbol,
    side: position.side === 'BUY' ? 'SELL' : 'BUY',
    volume: position.volume,
    price,
    stopLoss: position.stopLoss,
    takeProfit: position.takeProfit,
    reason,
    magic: position.magic,
    // As terminals show it.
    comment: `[${reason} ${(level / 10 ** digits).toFixed(digits)}]`,
  };
}
