import type { Db } from '../../../db/tables.ts';
import type { SellingDeps } from '../billing.deps.ts';
import { PaymentsError } from '../payments.ts';
import type { ProviderEvent } from '../provider-entities.ts';
import { dropPositions, findPosition, savePosition } from './reconcile.queries.ts';
import { takeInEvent } from './take-in-event.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Events show up in the record a while after they happened, and not in that order. */
const OVERLAP_MS = 2 * HOUR_MS;
const FIRST_LOOK_MS = 7 * DAY_MS;
const MOST_PAGES = 20;
/** More than a few that break are not their own fault. */
const MOST_BROKEN = 3;

/** Everything until then was taken in. */
const POSITION = 'events';
/** Of a reading that takes several runs: where it set out, and how far back it has come. */
const TOP = 'events_top';
const REACHED = 'events_reached';

/**
 * Reads the provider's record of events from the newest back to where the last reading set out, and takes
 * in those that no webhook brought. What has been taken in stays so when it breaks off.
 *
 * @returns `unfinished` when there is more, further back
 * @throws PaymentsError
 */
export async function readRecord(deps: SellingDeps): Promise<'finished' | 'unfinished'> {
  const { db, clock } = deps;
  const position = await findPosition(db, POSITION);
  const floor = position ? position.getTime() - OVERLAP_MS : clock.now() - FIRST_LOOK_MS;
  const reached = await findPosition(db, REACHED);
  let top = reached && (await findPosition(db, TOP));
  let after = reached && (await findOldestEventSince(db, reached));
  let broken = 0;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await listEvents(deps, after);
    const wanted = page.events.filter(({ occurredAt }) => occurredAt.getTime() >= floor);
    broken += await takeInUnknown(deps, wanted);
    if (broken > MOST_BROKEN) throw new Error('events of the provider cannot be processed');
    top ??= page.events[0]?.occurredAt;
    if (wanted.length < page.events.length || page.after === null) {
      // With one missing the next reading sets out from as far back again.
      if (top && broken === 0) await savePosition(db, POSITION, top);
      await dropPositions(db, [TOP, REACHED]);
      return 'finished';
    }
    after = page.after;
    const oldest = wanted.at(-1);
    if (top && oldest && broken === 0) {
      await savePosition(db, TOP, top);
      await savePosition(db, REACHED, oldest.occurredAt);
    }
  }
  return 'unfinished';
}

async function listEvents({ db, provider }: SellingDeps, after: string | undefined) {
  try {
    return await provider.payments.listEvents(after);
  } catch (error) {
    // The provider may have forgotten the event to go on from.
    if (error instanceof PaymentsError && error.kind === 'refused')
      await dropPositions(db, [TOP, REACHED]);
    throw error;
  }
}

/** @returns how many could not be taken in: one that breaks does not keep the others out */
async function takeInUnknown(deps: SellingDeps, events: readonly ProviderEvent[]): Promise<number> {
  const ids = events.map(({ id }) => id);
  const known = await findKnownEvents(deps.db, ids);
  let broken = 0;
  // The older ones first, as they would have come.
  for (const event of events.toReversed()) {
    if (known.has(event.id)) continue;
    try {
      await takeInEvent(deps, event);
    } catch (err) {
      broken += 1;
      deps.log.error({ err, event: event.id }, 'an event of the provider could not be processed');
      if (broken > MOST_BROKEN) return broken;
    }
  }
  return broken;
}

async function findKnownEvents(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('webhook_events')
    .select('event_id')
    .where('event_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.event_id));
}

/** The oldest event that is known of those since a moment. */
async function findOldestEventSince(db: Db, moment: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('webhook_events')
    .select('event_id')
    .where('occurred_at', '>=', moment)
    .orderBy('occurred_at')
    .orderBy('event_id')
    .executeTakeFirst();
  return row?.event_id;
}
