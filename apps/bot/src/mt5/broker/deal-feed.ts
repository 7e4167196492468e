import type { Deal } from '@quorate/trading/deal';
import { DAY_MS, HOUR_MS } from '@quorate/values/instant';
import type { LiveJournal } from '../../live/live-journal.ts';
import type { ServerClock } from '../../live/server-clock.ts';
import type { Timers } from '../../timers.ts';
import type { TerminalDeal } from '../bridge/records.ts';
import type { TerminalLink } from '../bridge/terminal-link.ts';
import { dealOf, type RecordTerms } from './terminal-records.ts';

/** Deals of a terminal's history: kept in the journal, ours handed on once. */
export type DealFeed = Readonly<{
  /** Something may have been executed: the next look asks the terminal. */
  hint(): void;
  /** Brings the journal up to date. @param days how far back to look; absent for what is new @returns false when the terminal does not answer */
  fetch(days?: number): Promise<boolean>;
  /** All deals of one position into the journal, however old. */
  fetchPosition(ticket: string): Promise<boolean>;
  /** Deals of ours that were not handed on yet, oldest first; asks the terminal when there may be some. */
  next(): Promise<readonly Deal[]>;
  /** Whether a position was opened by us. */
  isOurs(position: string): boolean;
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
  const ours = new Map<string, boolean>();
  let hinted = true;
  let lookedAt = 0;
  /** Whether the journal may hold deals that were not looked at. */
  let unread = true;

  function isOurs(position: string): boolean {
    const known = ours.get(position);
    if (known !== undefined) return known;
    const openings = journal.dealsOf(position).filter(({ entry }) => entry === 'in');
    if (openings.length === 0) return false;
    const answer = openings.some(
      ({ order, magic: whose }) => whose === magic || journal.keyOf({ order, position }) !== null,
    );
    ours.set(position, answer);
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
      if (journal.keepDeals(deals) > 0) unread = true;
      if (deals.length === 0 || skip + deals.length >= total) return true;
    }
  }

  async function fetchPosition(ticket: string): Promise<boolean> {
    const outcome = await link.request('history.position', { ticket });
    if (outcome.kind !== 'ok') return false;
    if (journal.keepDeals(outcome.answer.deals) > 0) unread = true;
    return true;
  }

  function isNew(deal: TerminalDeal): boolean {
    return deal.position !== '0' && !handedOn.has(deal.ticket) && !journal.isTakenIn(deal.ticket);
  }

  return {
    hint() {
      hinted = true;
    },
    fetch,
    fetchPosition,
    isOurs,
    async next() {
      const now = timers.now();
      if (link.state().kind === 'connected' && (hinted || now - lookedAt >= LOOK_AGAIN_MS)) {
        hinted = false;
        if (await fetch()) lookedAt = now;
        else hinted = true;
      }
      if (!unread) return [];
      unread = false;
      const since = serverClock.toServerMs(now) - HISTORY_DAYS * DAY_MS;
      const found: Deal[] = [];
      for (const record of journal.dealsSince(since)) {
        if (!isNew(record)) continue;
        // Its opening may be older than the window.
        if (record.entry !== 'in' && !journal.dealsOf(record.position).some(isOpening))
          await fetchPosition(record.position);
        handedOn.add(record.ticket);
        if (!isOurs(record.position)) continue;
        const deal = dealOf(record, records);
        if (deal) found.push(deal);
      }
      return found;
    },
  };
}

function isOpening({ entry }: TerminalDeal): boolean {
  return entry === 'in';
}
