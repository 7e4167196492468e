import type { Quote } from '../account/valuation.ts';
import { roundHalfAway } from '../rounding.ts';
import { floatingMinor, type Held } from './held-position.ts';

/**
 * The position that a broker closes next for want of margin: where equity is at or below so many percent of
 * the margin in use, the one that has lost most.
 *
 * @param quoteOf what each would be closed at; one with a crossed quote is not closed
 * @returns undefined as long as the margin is enough, or where nothing can be closed
 */
export function stoppedOut(
  held: readonly Held[],
  balanceMinor: number,
  stopOutPercent: number,
  quoteOf: (each: Held) => Quote,
): Held | undefined {
  let equity = balanceMinor;
  let margin = 0;
  let most: Held | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const each of held) {
    const quote = quoteOf(each);
    const floating = roundHalfAway(floatingMinor(each, quote));
    equity += floating;
    margin += each.marginMinor;
    if (floating >= least || quote.ask < quote.bid) continue;
    least = floating;
    most = each;
  }
  return equity * 100 <= margin * stopOutPercent ? most : undefined;
}
