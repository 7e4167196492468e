import { instantFromIso, isoFromInstant } from '@quorate/values/instant';
import { type OrderKey, orderKeyFromBits } from '../account/order.ts';
import { costAtrOf, decide } from '../ensemble/ensemble.ts';
import type { BarReading, DecisionOutcome, DecisionRequest } from './decision.ts';
import { offlineBallots } from './offline-analysts.ts';

/** Answers at once, and keeps nothing. */
export type OfflineDecisions = Readonly<{ decide(request: DecisionRequest): DecisionOutcome }>;

/**
 * A decision source without a service: the offline panel on the spot. Its keys come from the symbol and
 * the time, so that two runs over the same bars make the same orders.
 */
export function createOfflineDecisions(): OfflineDecisions {
  return {
    decide(request) {
      const { symbol, asOf, atrPoints, spreadPoints, indicators } = readingOf(request);
      const { action, pUp, stopLossAtr, takeProfitAtr, reason } = decide(
        offlineBallots(indicators),
        costAtrOf({ spread_points: spreadPoints, atr_points: atrPoints }),
      );
      const decisionId = `${symbol} ${isoFromInstant(asOf)}`;
      const orderKey = keyOf(decisionId);
      return {
        kind: 'decision',
        decisionId,
        orderKey,
        action,
        pUp,
        stopLossAtr,
        takeProfitAtr,
        reason,
      };
    },
  };
}

/** Of a question that somebody made by hand, from its snapshot. */
function readingOf(request: DecisionRequest): BarReading {
  if (request.reading) return request.reading;
  const { snapshot } = request;
  return {
    symbol: snapshot.symbol,
    asOf: instantFromIso(snapshot.as_of),
    atrPoints: snapshot.atr_points,
    spreadPoints: snapshot.spread_points,
    indicators: snapshot.indicators,
  };
}

/**
 * The key of a small hash of the text (FNV-1a over 64 bits), in two halves of ordinary numbers, which are
 * many times faster than big ones; the product uses SHA-256.
 */
function keyOf(text: string): OrderKey {
  let high = 0xcbf29ce4 | 0;
  let low = 0x84222325 | 0;
  for (let at = 0; at < text.length; at += 1) {
    low ^= text.charCodeAt(at);
    // Times 2^40 + 0x1b3: the one moves the low half up by 40 bits, the other leaves a carry.
    const carry = ((low >>> 16) * 0x1b3 + (((low & 0xffff) * 0x1b3) >>> 16)) >>> 16;
    high = (Math.imul(high, 0x1b3) + carry + (low << 8)) | 0;
    low = Math.imul(low, 0x1b3);
  }
  return orderKeyFromBits(high, low >>> 14);
}
