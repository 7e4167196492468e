import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { isoFromInstant } from '@quorate/values/instant';
import { lotsToDecimal } from '@quorate/values/lots';
import { priceToDecimal } from '@quorate/values/price';
import { eventText } from '../report/event-line.ts';
import type { JournalEntry, LiveJournal } from './live-journal.ts';
import type { JournalLine } from './shown-journal.ts';

export type JournalPage = Readonly<{ lines: readonly JournalLine[]; next: string | null }>;

/**
 * What happened on an account, in words, newest first.
 *
 * @param page `before` is the `next` of the page before; one that is none begins with the newest
 */
export function journalPage(
  journal: Pick<LiveJournal, 'entriesBefore'>,
  { before, limit }: Readonly<{ before: string | null; limit: number }>,
): JournalPage {
  const from = /^\d{1,15}$/.test(before ?? '') ? Number(before) : Number.MAX_SAFE_INTEGER;
  const entries = journal.entriesBefore(from, limit);
  const last = entries.at(-1);
  return {
    lines: entries.flatMap((entry) => lineOf(entry) ?? []),
    next: last && entries.length === limit ? String(last.id) : null,
  };
}

function lineOf(entry: JournalEntry): JournalLine | null {
  const { id, at, kind } = entry;
  try {
    const body: unknown = JSON.parse(entry.body);
    const text = textOf(kind, body);
    if (text === null) return null;
    const symbol =
      typeof body === 'object' && body !== null && 'symbol' in body ? String(body.symbol) : null;
    return { id: String(id), at: isoFromInstant(at), kind, symbol, text: sentence(text) };
  } catch {
    // A row that somebody has changed says nothing.
    return null;
  }
}

/** Rows are written by the bot alone: of each kind it is known what they hold. */
function textOf(kind: string, body: unknown): string | null {
  switch (kind) {
    case 'owner':
      return ownerText(body as { state: string; source: string });
    case 'flattened': {
      const closed = body as { ticket: string; symbol: string; price: string }[];
      const list = closed.map(({ ticket, symbol, price }) => `${ticket} ${symbol} at ${price}`);
      return `everything is closed: ${list.length === 0 ? 'nothing was open' : list.join(', ')}`;
    }
    case 'stop-set': {
      const { ticket, sl } = body as { ticket: string; sl?: string | null };
      return `position ${ticket} had no stop and got one${sl ? ` at ${sl}` : ''}`;
    }
    case 'closing-without-stop':
      return `position ${(body as { ticket: string }).ticket} had no stop and could get none: it is being closed`;
    default:
      return loopText(body as LoopEvent);
  }
}

function loopText(event: LoopEvent): string | null {
  if (event.kind === 'refusal') {
    const { code, message } = event.refusal;
    return `refused by the rule ${code.replaceAll('_', ' ')}: ${message}`;
  }
  if (event.kind !== 'order') return eventText(event);
  const { side, lots, symbol, stopLoss, takeProfit } = event.order;
  const stop = stopLoss ? priceToDecimal(stopLoss) : 'none';
  const target = takeProfit ? priceToDecimal(takeProfit) : 'none';
  return `sends ${side} ${lotsToDecimal(lots)} ${symbol}, stop ${stop}, target ${target}`;
}

const SOURCES: Readonly<Record<string, string>> = {
  dashboard: 'the dashboard',
  command: 'this computer',
  file: 'the file HALT',
  terminal: 'the terminal',
};

function ownerText({ state, source }: Readonly<{ state: string; source: string }>): string | null {
  const from = SOURCES[source];
  if (from === undefined) return null;
  if (state === 'flatten') return `told by ${from} to close everything and open nothing more`;
  if (state === 'halted') return `told by ${from} to open nothing more`;
  return `told by ${from} to go on`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
