import { drainRunner, getHostedOverview, listAdminHosted } from '@quorate/contract/admin-hosted';
import type { Limits } from '../../../config/limits.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { isoTimes } from '../../../http/iso-times.ts';
import { offsetOf, paginate } from '../../../http/paging.ts';
import { cacheFor } from '../../../process/cache-for.ts';
import type { Clock } from '../../../process/clock.ts';
import { actOnce, operatorOf } from '../audit/note-action.ts';
import {
  countHosted,
  findHosted,
  findRunners,
  readRanges,
  sumUse,
  type UseRow,
  usesOf,
} from './hosted.queries.ts';

export type AdminHostedDeps = Readonly<{
  db: Db;
  clock: Clock;
  limits: Pick<Limits, 'hostedPerRange'>;
}>;

/** A page that refreshes every ten seconds sums a month of decisions once in so long. */
const SUMS_KEPT_MS = 60_000;
const MICRO = 1_000_000;
const NOTHING: UseRow = { decisions: 0, model_decisions: 0, tokens: 0, cost_micro_usd: 0 };
const useOf = ({ cost_micro_usd, ...use }: UseRow) => ({
  ...use,
  cost_usd: cost_micro_usd / MICRO,
});

/** What an operator sees and does of accounts that the service trades. */
export function registerAdminHosted(route: Route, { db, clock, limits }: AdminHostedDeps): void {
  const sums = cacheFor(clock, SUMS_KEPT_MS, (now) => sumUse(db, now));
  route(getHostedOverview, async () => {
    const now = clock.now();
    // One after the other: a page that reads itself again is not to take all connections at once.
    const runners = await findRunners(db, now);
    const accounts = await countHosted(db, now);
    const { day, month } = await sums();
    const ranges = await readRanges(db, limits.hostedPerRange, now);
    return {
      success: true,
      at: new Date(now).toISOString(),
      runners: runners.map(isoTimes),
      accounts,
      day: useOf(day),
      month: useOf(month),
      ranges: { limit: limits.hostedPerRange, ...ranges },
    };
  });

  route(listAdminHosted, async ({ query }) => {
    const now = clock.now();
    const { rows, total } = await findHosted(
      db,
      { ...query, limit: query.per_page, offset: offsetOf(query) },
      now,
    );
    const uses = await usesOf(db, rows, now);
    const accounts = rows.map(({ account_id, ...row }) => {
      const { day, month } = uses.get(account_id) ?? { day: NOTHING, month: NOTHING };
      return { ...isoTimes(row), day: useOf(day), month: useOf(month) };
    });
    return { success: true, accounts, pagination: paginate(query, total) };
  });

  route(drainRunner, async ({ params, body }, caller) => {
    const { draining, reason, action_id } = body;
    const id = params.runner_id.toLowerCase();
    const done = {
      id: action_id,
      action: draining ? 'runner_drained' : 'runner_undrained',
      subject: { kind: 'runner', id },
      details: { reason },
    } as const;
    await actOnce({ db, clock }, operatorOf(caller), done, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('hosted_runners')
        .set({ draining })
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n)
        throw new AppError('record_unknown', { details: { what: 'runner', id } });
    });
    return { success: true, draining };
  });
}
