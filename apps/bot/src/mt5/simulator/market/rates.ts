import type { Market } from './market.ts';

/**
 * What one unit of a currency is worth in another, at the side of the quotes that is worse for the
 * account: a gain is sold at the bid, a loss is bought at the ask.
 *
 * @returns undefined when no quote leads from one to the other
 */
export function rateBetween(
  market: Market,
  from: string,
  to: string,
  gain: boolean,
): number | undefined {
  if (from === to) return 1;
  const direct = pairRate(market, from, to, gain);
  if (direct !== undefined || from === 'USD' || to === 'USD') return direct;
  const first = pairRate(market, from, 'USD', gain);
  const second = pairRate(market, 'USD', to, gain);
  return first === undefined || second === undefined ? undefined : first * second;
}

function pairRate(market: Market, from: string, to: string, gain: boolean): number | undefined {
  for (const terms of market.terms.values()) {
    const quote = market.quote(terms.symbol);
    if (!quote) continue;
    const scale = 10 ** terms.digits;
    if (terms.base === from && terms.profit === to) return (gain ? quote.bid : quote.ask) / scale;
    if (terms.base === to && terms.profit === from) return scale / (gain ? quote.ask : quote.bid);
  }
  return undefined;
}
