import { decimalFromUnits } from '@quorate/values/decimal';
import type { OrderResult } from '../../bridge/records.ts';
import type { Market } from '../market/market.ts';
import { openPoints } from '../server/orders.ts';
import { RETCODE, retcodeWords } from '../server/retcodes.ts';
import type { Book, Intent } from './book.ts';
import type { BrokerView } from './terminal.ts';

/** How long after its `exp` the server may still come back with an order. */
export const LATE_MS = 60_000;

type Search = Readonly<{
  market: Market;
  view: BrokerView;
  book: Book;
  magic: number;
  /** Whether positions of a symbol stand side by side. */
  isHedging: boolean;
}>;

/**
 * What positions, orders and deals say about a key: first by its comment, then, because brokers rewrite
 * comments, by magic number, symbol, side, volume and time.
 *
 * @param intent what was written down; absent for a key that only a lost book could explain
 */
export function findExecuted(
  key: string,
  intent: Intent | undefined,
  { market, view, book, magic, isHedging }: Search,
): OrderResult | undefined {
  const digitsOf = (symbol: string) => market.terms.get(symbol) ?? { digits: 0, volumeDigits: 2 };
  const comment = `TB1:${key}`;
  const fits = (candidate: {
    symbol: string;
    side: 'BUY' | 'SELL';
    magic: number;
    ms: number;
  }): boolean =>
    intent !== undefined &&
    candidate.magic === magic &&
    candidate.symbol === intent.symbol &&
    candidate.side === intent.side &&
    candidate.ms >= intent.writtenMs &&
    candidate.ms <= intent.writtenMs + 2 * LATE_MS;

  for (const order of view.orders) {
    const lots = decimalFromUnits(order.volume, digitsOf(order.symbol).volumeDigits);
    // Its time is not told; what waits is young.
    const like =
      intent !== undefined &&
      Number(intent.lots) === Number(lots) &&
      fits({ ...order, ms: intent.writtenMs });
    if (!order.comment.includes(comment) && !like) continue;
    return result(key, {
      state: 'placed',
      retcode: RETCODE.placed,
      order: order.ticket,
      lots,
      price: decimalFromUnits(order.price, digitsOf(order.symbol).digits),
    });
  }
  for (const deal of view.deals) {
    if (deal.type !== 'buy' && deal.type !== 'sell') continue;
    const lots = decimalFromUnits(deal.volume, deal.volumeDigits);
    const side = deal.type === 'buy' ? 'BUY' : 'SELL';
    const of =
      intent?.kind === 'close'
        ? deal.position === intent.ticket
        : // Where positions are netted, an order also closes.
          !isHedging || deal.entry !== 'out';
    const like =
      of &&
      deal.reason === 'expert' &&
      !isOfAnother(deal.comment, comment) &&
      Number(lots) <= Number(intent?.lots) &&
      fits({ ...deal, side, ms: deal.timeMs }) &&
      !book.isClaimed(deal.ticket, key);
    if (!deal.comment.includes(comment) && !like) continue;
    const partial = intent !== undefined && Number(lots) < Number(intent.lots);
    return result(key, {
      state: partial ? 'partial' : 'filled',
      retcode: partial ? RETCODE.partial : RETCODE.done,
      order: deal.order,
      deal: deal.ticket,
      position: deal.position,
      lots,
      price: decimalFromUnits(deal.price, deal.digits),
    });
  }
  for (const position of view.positions) {
    if (!position.comment.includes(comment)) continue;
    const { digits, volumeDigits } = digitsOf(position.symbol);
    return result(key, {
      state: 'filled',
      retcode: RETCODE.done,
      position: position.ticket,
      lots: decimalFromUnits(position.volume, volumeDigits),
      price: decimalFromUnits(openPoints(position), digits),
    });
  }
  return undefined;
}

/** Whether a comment still names another key. Of a comment that was cut, the beginning counts. */
function isOfAnother(comment: string, ours: string): boolean {
  const at = comment.indexOf('TB1:');
  return at !== -1 && !ours.startsWith(comment.slice(at, at + ours.length));
}

/** A result with nothing in it but what is given. */
export function result(
  key: string,
  known: Partial<OrderResult> & Pick<OrderResult, 'state'>,
): OrderResult {
  const retcode = known.retcode ?? 0;
  return {
    key,
    retcode,
    message: retcode === 0 ? '' : retcodeWords(retcode),
    order: '0',
    deal: '0',
    position: '0',
    lots: '0.00',
    price: '0',
    duplicate: false,
    ...known,
  };
}
