import { OFFLINE_ANALYSTS } from './analysts/offline-analysts.ts';
import type { DecisionOutcome, DecisionRequest } from './decision.ts';
import { costAtrOf, decide } from './ensemble.ts';
import { orderKeyFromHash } from './order.ts';

/**
 * A decision source without a service: the offline panel on the spot. Its keys come from the symbol and
 * the time, so that two runs over the same bars make the same orders.
 */
export function createOfflineDecisions(): {
  decide(request: DecisionRequest): DecisionOutcome;
  readonly asked: DecisionRequest[];
} {
  const asked: DecisionRequest[] = [];
  return {
    asked,
    decide(request) {
      asked.push(request);
      const { snapshot } = request;
      const votes = OFFLINE_ANALYSTS.map((analyst) => analyst.vote(snapshot));
      const { action, pUp, stopLossAtr, takeProfitAtr, reason } = decide(
        votes,
        costAtrOf(snapshot),
      );
      const decisionId = `${snapshot.symbol} ${snapshot.as_of}`;
      const orderKey = orderKeyFromHash(hexOf(decisionId));
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

/** A small hash for tests (FNV-1a over 64 bits); the product uses SHA-256. */
function hexOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const char of text) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
