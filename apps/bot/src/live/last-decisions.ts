import type { DecisionReply } from '@quorate/contract/decisions';
import { orderKeyOf } from '@quorate/run/wire';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { lotsToDecimal } from '@quorate/values/lots';
import { type Price, priceToDecimal } from '@quorate/values/price';
import type { LiveJournal } from './live-journal.ts';

/** What came of a decision on this computer, in one sentence. */
export type DecisionFate = Readonly<{
  kind: 'traded' | 'refused' | 'held' | 'waiting';
  text: string;
}>;

/** The newest decision on one symbol, whole, and what came of it. */
export type KeptDecision = Readonly<{
  symbol: string;
  decision: DecisionReply;
  outcome: DecisionFate;
}>;

/** The newest decision of each symbol, kept over restarts. */
export type LastDecisions = Readonly<{
  keep(decision: DecisionReply): void;
  /** Follows what the loop does about it. */
  hear(event: LoopEvent): void;
}>;

type Facts = Pick<LiveJournal, 'fact' | 'setFact'>;

/** Symbols that were decided on, as a JSON list. */
const SYMBOLS = 'decided_symbols';
const factOf = (symbol: string) => `decision ${symbol}`;

export function createLastDecisions(journal: Facts): LastDecisions {
  const newest = new Map(
    lastDecisions(journal).map((kept): [string, KeptDecision] => [kept.symbol, kept]),
  );

  function write(kept: KeptDecision): void {
    const { symbol } = kept;
    const isFirst = !newest.has(symbol);
    newest.set(symbol, kept);
    journal.setFact(factOf(symbol), JSON.stringify(kept));
    if (isFirst) journal.setFact(SYMBOLS, JSON.stringify([...newest.keys()]));
  }

  function become(symbol: string, decisionId: string | null, outcome: DecisionFate): void {
    const kept = newest.get(symbol);
    if (kept && kept.decision.decision_id === decisionId) write({ ...kept, outcome });
  }

  return {
    keep(decision) {
      const { action, symbol, reason } = decision;
      const outcome: DecisionFate =
        action === 'HOLD'
          ? { kind: 'held', text: reason }
          : { kind: 'waiting', text: `${action} is being checked by the risk rules.` };
      write({ symbol, decision, outcome });
    },
    hear(event) {
      switch (event.kind) {
        case 'refusal': {
          const { code, message } = event.refusal;
          const text = `Refused by the rule ${code.replaceAll('_', ' ')}: ${message}`;
          become(event.symbol, event.decisionId, { kind: 'refused', text });
          return;
        }
        case 'order': {
          const { side, lots, stopLoss, takeProfit, decisionId } = event.order;
          const text = `${side} ${lotsToDecimal(lots)} lots sent, stop ${priceText(stopLoss)}, target ${priceText(takeProfit)}.`;
          become(event.symbol, decisionId, { kind: 'waiting', text });
          return;
        }
        case 'trade-opened': {
          const { trade, symbol } = event;
          const kept = newest.get(symbol);
          if (!kept || trade.orderKey !== orderKeyOf(kept.decision.decision_id)) return;
          const text = `${trade.side} ${lotsToDecimal(trade.lots)} lots opened at ${priceToDecimal(trade.openPrice)}, stop ${priceText(trade.stopLoss)}, target ${priceText(trade.takeProfit)}.`;
          write({ ...kept, outcome: { kind: 'traded', text } });
          return;
        }
        default:
          return;
      }
    },
  };
}

/** As they lie in the journal, newest first; one that is damaged is none. */
export function lastDecisions(journal: Pick<LiveJournal, 'fact'>): readonly KeptDecision[] {
  const symbols = parsed<readonly string[]>(journal.fact(SYMBOLS)) ?? [];
  return symbols
    .flatMap((symbol) => parsed<KeptDecision>(journal.fact(factOf(symbol))) ?? [])
    .toSorted((a, b) => (a.decision.as_of < b.decision.as_of ? 1 : -1));
}

function parsed<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

function priceText(price: Price | null): string {
  return price === null ? 'none' : priceToDecimal(price);
}
