import { type LiveJournal, openLiveJournal } from './live-journal.ts';

/** A journal whose disk may fail under it. */
type SturdyJournal = LiveJournal & Readonly<{ fault(): Error | null }>;

/**
 * From the first failed write on, everything is kept in memory on top of what the disk holds, so that what
 * is open can still be guarded and closed under its keys; orders are refused. What is lost with the process,
 * the terminal's own history brings back.
 *
 * @param onFault told once
 */
export function createSturdyJournal(
  disk: LiveJournal,
  onFault: (fault: Error) => void,
): SturdyJournal {
  let memory: LiveJournal | null = null;
  let fault: Error | null = null;

  function fail(error: unknown): LiveJournal {
    if (memory === null) {
      memory = openLiveJournal(null);
      fault = error instanceof Error ? error : new Error(String(error));
      onFault(fault);
    }
    return memory;
  }

  function write<T>(work: (journal: LiveJournal) => T): T {
    if (memory !== null) return work(memory);
    try {
      return work(disk);
    } catch (error) {
      return work(fail(error));
    }
  }

  /** What the disk cannot give is nothing. */
  function read<T>(work: (journal: LiveJournal) => T, none: T): T {
    try {
      return work(disk);
    } catch (error) {
      fail(error);
      return none;
    }
  }

  const above = <T>(work: (journal: LiveJournal) => T): T | null => memory && work(memory);

  return {
    fault: () => fault,
    beginSession: (at, account) => write((journal) => journal.beginSession(at, account)),
    intend(intent) {
      // An order that is not written down is not sent; a closing takes nothing on.
      if (intent.kind === 'open') {
        if (fault !== null) throw fault;
        try {
          disk.intend(intent);
        } catch (error) {
          fail(error);
          throw error;
        }
        return;
      }
      write((journal) => journal.intend(intent));
    },
    settle: (key, outcome, at) => write((journal) => journal.settle(key, outcome, at)),
    intent(key) {
      const kept = above((journal) => journal.intent(key));
      if (kept) return kept;
      const known = read((journal) => journal.intent(key), null);
      const outcome = above((journal) => journal.outcome(key));
      return known && outcome ? { ...known, outcome } : known;
    },
    outcome: (key) =>
      above((journal) => journal.outcome(key)) ?? read((journal) => journal.outcome(key), null),
    unsettled: () => [
      ...read((journal) => journal.unsettled(), []).filter(
        ({ key }) => !above((journal) => journal.outcome(key)),
      ),
      ...(above((journal) => journal.unsettled()) ?? []),
    ],
    keyOf(ticket) {
      return read((journal) => journal.keyOf(ticket), null);
    },
    closingOf: (order) =>
      above((journal) => journal.closingOf(order)) ??
      read((journal) => journal.closingOf(order), null),
    keepDeals(deals) {
      if (memory === null) return write((journal) => journal.keepDeals(deals));
      return memory.keepDeals(
        deals.filter(
          ({ ticket, position }) =>
            !read((journal) => journal.dealsOf(position), []).some(
              (known) => known.ticket === ticket,
            ),
        ),
      );
    },
    dealsSince: (serverMs) => [
      ...read((journal) => journal.dealsSince(serverMs), []),
      ...(above((journal) => journal.dealsSince(serverMs)) ?? []),
    ],
    dealsOf: (position) => [
      ...read((journal) => journal.dealsOf(position), []),
      ...(above((journal) => journal.dealsOf(position)) ?? []),
    ],
    newestDealMs: () =>
      above((journal) => journal.newestDealMs()) ?? read((journal) => journal.newestDealMs(), null),
    record: (event) => write((journal) => journal.record(event)),
    isTakenIn: (ticket) =>
      (above((journal) => journal.isTakenIn(ticket)) ?? false) ||
      read((journal) => journal.isTakenIn(ticket), false),
    takeIn: (tickets) => write((journal) => journal.takeIn(tickets)),
    limits: () => above((journal) => journal.limits()) ?? read((journal) => journal.limits(), null),
    floors: () => above((journal) => journal.floors()) ?? read((journal) => journal.floors(), null),
    keepFloors: (floors, at, facts) => write((journal) => journal.keepFloors(floors, at, facts)),
    excursionOf: (position) =>
      above((journal) => journal.excursionOf(position)) ??
      read((journal) => journal.excursionOf(position), null),
    note: (kind, at, body) => write((journal) => journal.note(kind, at, body)),
    entries: (after, limit) => read((journal) => journal.entries(after, limit), []),
    eventsSince: (at, kinds) => [
      ...read((journal) => journal.eventsSince(at, kinds), []),
      ...(above((journal) => journal.eventsSince(at, kinds)) ?? []),
    ],
    entriesBefore: (before, limit) => read((journal) => journal.entriesBefore(before, limit), []),
    positionsBefore: (before, limit) =>
      read((journal) => journal.positionsBefore(before, limit), []),
    account: () =>
      above((journal) => journal.account()) ?? read((journal) => journal.account(), null),
    fact: (name) =>
      above((journal) => journal.fact(name)) ?? read((journal) => journal.fact(name), null),
    setFact: (name, value) => write((journal) => journal.setFact(name, value)),
    close() {
      memory?.close();
      disk.close();
    },
  };
}
