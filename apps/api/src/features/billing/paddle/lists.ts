import { z } from 'zod';
import { type Payments, PaymentsError } from '../payments.ts';
import type { ProviderAdjustment } from '../provider-entities.ts';
import { pageOf } from './answers.ts';
import type { PaddleApi } from './api.ts';
import { adjustmentEntity } from './entities.ts';
import { readEvent } from './read-event.ts';
import { idField } from './wire-values.ts';

/** The most that the provider gives on a page. */
const EVENTS_PER_PAGE = 200;
/** A transaction with everything around it is some 10 KB. */
const EVENTS_MAX_BYTES = 8 * 1024 * 1024;
const ADJUSTMENTS_PER_PAGE = 50;

/** Everything that was given back of a transaction, or was asked to be, within the time of one call. */
export async function findAdjustments(
  api: PaddleApi,
  transactionId: string,
): Promise<readonly ProviderAdjustment[]> {
  if (!idField.safeParse(transactionId).success) return [];
  const deadline = api.deadline();
  const found: ProviderAdjustment[] = [];
  let after = '';
  for (;;) {
    const { items, hasMore } = await api.ask(
      {
        method: 'GET',
        path: `/adjustments?transaction_id=${transactionId}&per_page=${ADJUSTMENTS_PER_PAGE}${after}`,
        deadline,
      },
      pageOf(adjustmentEntity),
    );
    found.push(...items);
    const last = items.at(-1);
    if (!hasMore || !last) return found;
    after = `&after=${last.id}`;
  }
}

/** See `Payments`. */
export async function listEvents(
  api: PaddleApi,
  after: string | undefined,
): ReturnType<Payments['listEvents']> {
  const query = new URLSearchParams({ per_page: String(EVENTS_PER_PAGE), order_by: 'id[DESC]' });
  if (after !== undefined) query.set('after', after);
  const { items, hasMore } = await api.ask(
    { method: 'GET', path: `/events?${query.toString()}`, largestBytes: EVENTS_MAX_BYTES },
    pageOf(z.unknown()),
  );
  const events = items.map(readEvent).filter((event) => event !== null);
  const last = events.at(-1);
  if (hasMore && !last)
    throw new PaymentsError('unreachable', 'GET /events got a page without a readable event');
  return { events, after: hasMore && last ? last.id : null };
}
