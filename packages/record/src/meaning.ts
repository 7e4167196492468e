import { CLOCKS_DIFFER_MS } from '@quorate/trading/market/plausible';
import { BOARD_VERSION, type BoardBody, boardFault } from './board.ts';
import { createDecisionChecks } from './decision-checks.ts';
import type { Finding, RuleCode } from './rules.ts';
import type { ToldEntry } from './streams.ts';
import { createTradeChecks } from './trade-checks.ts';

/** An entry, and the very text of its body. */
export type EntryText = ToldEntry & Readonly<{ bodyText: string | null }>;

/** Notes that something could not be done again. */
export type NoteUnchecked = (rule: RuleCode) => void;

export type Meaning = Readonly<{
  take(entry: EntryText): Finding | null;
  /** What could not be checked, by rule. */
  unchecked(): Readonly<Partial<Record<RuleCode, number>>>;
}>;

/**
 * Does again what the service did, as far as an entry tells of it: that a snapshot is possible, what votes come to, what
 * the risk desk says, and what a trade has made.
 */
export function createMeaning(): Meaning {
  const unchecked: Partial<Record<RuleCode, number>> = {};
  const note: NoteUnchecked = (rule) => {
    unchecked[rule] = (unchecked[rule] ?? 0) + 1;
  };
  const decisions = createDecisionChecks(note);
  const trades = createTradeChecks(note);
  const newest = new Map<string, number>();
  return {
    unchecked: () => unchecked,
    take(entry) {
      const { leaf, body } = entry;
      const at = Date.parse(leaf.at);
      const before = newest.get(leaf.stream) ?? 0;
      // A clock that was set back proves nothing: the log's own order stands.
      if (at < before - CLOCKS_DIFFER_MS) note('time');
      newest.set(leaf.stream, Math.max(at, before));
      if (!body) return null;
      try {
        return takeTold(entry, body);
      } catch {
        // Of a form that no version of the service has written.
        return { rule: 'form', values: {} };
      }
    },
  };

  function takeTold(entry: EntryText, body: Readonly<Record<string, unknown>>): Finding | null {
    switch (entry.leaf.kind) {
      case 'snapshot':
        return decisions.takeSnapshot(entry, body);
      case 'decision':
        return decisions.takeDecision(entry, body);
      case 'checks': {
        const told = decisions.takeChecks(entry, body);
        trades.learn(told.context, body.decision_id);
        return told.finding;
      }
      case 'closed':
      case 'import':
      case 'history':
      case 'correction':
      case 'opened':
      case 'modified':
        return trades.take(entry, body);
      case 'board': {
        if (body.version !== BOARD_VERSION) {
          note('board');
          return null;
        }
        const fault = boardFault(body as BoardBody);
        return fault && { rule: 'board', values: { ...fault } };
      }
      default:
        return null;
    }
  }
}
