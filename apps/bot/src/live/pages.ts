import { numberOrNull } from '@quorate/run/wire';
import type { Trade } from '@quorate/trading/account/trade';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { isoFromInstant } from '@quorate/values/instant';
import { lotsToDecimal, lotsToNumber } from '@quorate/values/lots';
import { currencyOf, moneyToNumber } from '@quorate/values/money';
import { priceToDecimal, priceToNumber } from '@quorate/values/price';
import { ValueError } from '@quorate/values/value-error';
import {
  closerIn,
  firstStopIn,
  keyInComment,
  type RecordTerms,
  tradesOfRecords,
} from '../mt5/broker/terminal-records.ts';
import { eventText } from '../report/event-line.ts';
import type { JournalEntry, LiveJournal, PositionPlace } from './live-journal.ts';
import { createServerClock } from './server-clock.ts';
import type { JournalLine, ShownTrade } from './shown-journal.ts';

type JournalPage = Readonly<{ lines: readonly JournalLine[]; next: string | null }>;

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

type TradesPage = Readonly<{ trades: readonly ShownTrade[]; next: string | null }>;

type TradesPageDeps = Readonly<{
  journal: Pick<
    LiveJournal,
    | 'account'
    | 'positionsBefore'
    | 'dealsOf'
    | 'keyOf'
    | 'intent'
    | 'closingOf'
    | 'fact'
    | 'setFact'
  >;
  /** The newest revision of a trade that the service has, 0 for none. */
  acknowledgedRevision(ticket: string): number;
}>;

const NEWEST: PositionPlace = { openedMs: Number.MAX_SAFE_INTEGER, position: '' };

/**
 * Trades of an account as its journal has them, newest first.
 *
 * @param page `before` is the `next` of the page before; one that is none begins with the newest
 * @param page.limit positions; one that was reversed on a netting account is more than one trade
 */
export function tradesPage(
  { journal, acknowledgedRevision }: TradesPageDeps,
  page: Readonly<{ before: string | null; limit: number }>,
): TradesPage {
  const account = journal.account();
  if (account === null) return { trades: [], next: null };
  const { fact } = journal;
  const serverClock = createServerClock({ fact, setFact() {}, notify() {} });
  const currency = currencyOf(account.currency);
  const terms: RecordTerms = {
    currency,
    toUtc: serverClock.toUtc,
    keyOf: ({ comment, order, position }) =>
      keyInComment(comment) ?? journal.keyOf({ order, position }),
    closerOf: (closing) => closerIn(journal, closing),
    firstStopOf: (key) => firstStopIn(journal, key),
    riskOf: () => null,
    stepOf: () => null,
  };
  const places = journal.positionsBefore(placeOf(page.before), page.limit);
  const last = places.at(-1);
  const shown = (trade: Trade): ShownTrade => ({
    position_ticket: trade.positionTicket,
    symbol: trade.symbol,
    type: trade.side,
    volume: lotsToNumber(trade.lots),
    digits: trade.openPrice.digits,
    opened_at: isoFromInstant(trade.openedAt),
    closed_at: trade.closedAt === null ? null : isoFromInstant(trade.closedAt),
    price: priceToNumber(trade.openPrice),
    close_price: numberOrNull(trade.closePrice),
    stop_loss: numberOrNull(trade.stopLoss),
    take_profit: numberOrNull(trade.takeProfit),
    profit: moneyToNumber(trade.profit),
    currency,
    status: trade.status,
    exit_reason: trade.exitReason,
    account_type: account.trade_mode === 'real' ? 'real' : 'demo',
    synced: acknowledgedRevision(trade.positionTicket) >= trade.revision,
  });
  return {
    trades: places.flatMap(({ position }) =>
      tradesOf(journal.dealsOf(position), terms).toReversed().map(shown),
    ),
    next: last && places.length === page.limit ? `${last.openedMs}-${last.position}` : null,
  };
}

/** What the book cannot add up is not shown, as it is not synced. */
function tradesOf(deals: ReturnType<LiveJournal['dealsOf']>, terms: RecordTerms): readonly Trade[] {
  try {
    return tradesOfRecords(deals, terms);
  } catch (error) {
    if (error instanceof ValueError) return [];
    throw error;
  }
}

function placeOf(cursor: string | null): PositionPlace {
  const match = /^(\d{1,16})-(\d{1,20})$/.exec(cursor ?? '');
  if (!match) return NEWEST;
  return { openedMs: Number(match[1]), position: match[2] ?? '' };
}
