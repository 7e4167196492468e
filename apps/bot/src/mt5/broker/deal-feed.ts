import type { BrokerEvent } from '@quorate/trading/loop/ports';
import { DAY_MS, HOUR_MS } from '@quorate/values/instant';
import type { LiveJournal } from '../../live/live-journal.ts';
import type { ServerClock } from '../../live/server-clock.ts';
import type { Timers } from '../../timers.ts';
import type { TerminalDeal } from '../bridge/records.ts';
import type { TerminalLink } from '../bridge/terminal-link.ts';
import { dealOf, isCashFlow, moneyIn, type RecordTerms } from './terminal-records.ts';

/** Deals of a terminal's history: kept in the journal, ours handed on once. */
export type DealFeed = Readonly<{
  /** Something may have been executed: the next look asks the terminal. */
  hint(): void;
  /** Brings the journal up to date. @param days how far back to look; absent for what is new @returns false when the terminal does not answer */
  fetch(days?: number): Promise<boolean>;
  /** All deals of one position into the journal, however old. */
  fetchPosition(ticket: string): Promise<boolean>;
  /**
   * Deals of ours, and money paid in or out, that were not handed on yet, oldest first; asks the terminal
   * when there may be some.
   */
  next(): Promise<readonly BrokerEvent[]>;
  /** Minor units of what was paid in or out, and of what was lent, and is not handed on yet. */
  untoldCash(): Readonly<{ paid: number; lent: number }>;
  /** Whether a position was opened by us. */
  isOurs(position: string): boolean;
  /** Whether what is open under its number is somebody else's: on netting accounts a purchase or sale can reverse it. */
  isTakenOver(position: string): boolean;
}>;

type DealFeedDeps = Readonly<{
  link: Pick<TerminalLink, 'request' | 'state'>;
  journal: LiveJournal;
  timers: Timers;
  serverClock: ServerClock;
  magic: number;
  records: RecordTerms;
}>;

/** Days of history that are looked through. */
export const HISTORY_DAYS = 30;
const PAGE = 500;
/** A hint may get lost; nothing is late by more than this. */
const LOOK_AGAIN_MS = 10_000;
/** Deals may be booked in another order than they are dated. */
const OVERLAP_MS = HOUR_MS;

export function createDealFeed(deps: DealFeedDeps): DealFeed {
  const { link, journal, timers, serverClock, magic, records } = deps;
  const handedOn = new Set<string>();
  const ours = new Set<string>();
  let hinted = true;
  let lookedAt = 0;
  /** Whether the journal may hold deals that were not looked at. */
  let unread = true;
  let untold: Readonly<{ paid: number; lent: number }> | null = null;

  function keep(deals: readonly TerminalDeal[]): void {
    if (journal.keepDeals(deals) === 0) return;
    unread = true;
    untold = null;
  }

  function isOurs(position: string): boolean {
    if (ours.has(position)) return true;
    const openings = journal.dealsOf(position).filter(({ entry }) => entry === 'in');
    if (openings.length === 0) return false;
    const answer = openings.some(
      ({ order, magic: whose }) => whose === magic || journal.keyOf({ order, position }) !== null,
    );
    // Somebody else's may become ours in part, on a netting account.
    if (answer) ours.add(position);
    return answer;
  }

  async function fetch(days?: number): Promise<boolean> {
    const now = serverClock.toServerMs(timers.now());
    const newest = journal.newestDealMs();
    const oldest = now - HISTORY_DAYS * DAY_MS;
    const fromMs =
      days !== undefined
        ? now - days * DAY_MS
        : newest === null
          ? oldest
          : Math.max(oldest, newest - OVERLAP_MS);
    const from = Math.max(0, Math.floor(fromMs / 1_000));
    const to = Math.ceil((now + DAY_MS) / 1_000);
    for (let skip = 0; ; skip += PAGE) {
      const outcome = await link.request('history', { from, to, skip, limit: PAGE });
      if (outcome.kind !== 'ok') return false;
      const { deals, total } = outcome.answer;
      keep(deals);
      if (deals.length === 0 || skip + deals.length >= total) return true;
    }
  }

  async function fetchPosition(ticket: string): Promise<boolean> {
    const outcome = await link.request('history.position', { ticket });
    if (outcome.kind !== 'ok') return false;
    keep(outcome.answer.deals);
    return true;
  }

  function isNew({ ticket, position, type }: TerminalDeal): boolean {
    const counts = position !== '0' || isCashFlow(type);
    return counts && !handedOn.has(ticket) && !journal.isTakenIn(ticket);
  }

  const window = () =>
    journal.dealsSince(serverClock.toServerMs(timers.now()) - HISTORY_DAYS * DAY_MS);

  /** Whose order it was may only be known by the answer that has yet to come. */
  function isUndecided(record: TerminalDeal): boolean {
    return (
      record.entry !== 'out' &&
      record.magic === magic &&
      records.keyOf(record) === null &&
      journal.unsettled().some(({ kind, symbol }) => kind === 'open' && symbol === record.symbol)
    );
  }

  return {
    hint() {
      hinted = true;
    },
    fetch,
    fetchPosition,
    isOurs,
    isTakenOver(position) {
      const reversal = journal.dealsOf(position).findLast(({ entry }) => entry === 'inout');
      return (
        reversal !== undefined &&
        reversal.magic !== magic &&
        records.keyOf({ ...reversal, position: '0' }) === null
      );
    },
    async next() {
      const now = timers.now();
      if (link.state().kind === 'connected' && (hinted || now - lookedAt >= LOOK_AGAIN_MS)) {
        hinted = false;
        if (await fetch()) lookedAt = now;
        else hinted = true;
      }
      if (!unread) return [];
      unread = false;
      const found: BrokerEvent[] = [];
      for (const record of window()) {
        if (!isNew(record)) continue;
        if (isCashFlow(record.type)) {
          handedOn.add(record.ticket);
          untold = null;
          const { ticket } = record;
          found.push({
            kind: 'cash-flow',
            ticket,
            amount: moneyIn(record.profit, records.currency),
          });
          continue;
        }
        if (isUndecided(record)) {
          unread = true;
          continue;
        }
        // Its opening may be older than the window.
        if (record.entry !== 'in' && !journal.dealsOf(record.position).some(isOpening))
          await fetchPosition(record.position);
        handedOn.add(record.ticket);
        if (!isOurs(record.position)) continue;
        const deal = dealOf(record, records);
        if (deal) found.push({ kind: 'deal', deal });
      }
      return found;
    },
    untoldCash() {
      untold ??= window()
        .filter((record) => isCashFlow(record.type) && isNew(record))
        .reduce(
          ({ paid, lent }, { type, profit }) => {
            const { minor } = moneyIn(profit, records.currency);
            return type === 'credit' ? { paid, lent: lent + minor } : { paid: paid + minor, lent };
          },
          { paid: 0, lent: 0 },
        );
      return untold;
    },
  };
}

function isOpening({ entry }: TerminalDeal): boolean {
  return entry === 'in';
}
