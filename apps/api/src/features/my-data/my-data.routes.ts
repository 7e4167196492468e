import { Readable } from 'node:stream';
import type { Brand } from '@quorate/contract/brand';
import { deleteAccount as deleteCall, exportMyData } from '@quorate/contract/my-data';
import { isoFromInstant } from '@quorate/values/instant';
import type { Limits } from '../../config/limits.ts';
import type { Db } from '../../db/tables.ts';
import type { Route } from '../../http/endpoint.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import type { Clock } from '../../process/clock.ts';
import { deleteAccount } from './delete-account.service.ts';
import { exportDocument } from './export-document.ts';

const HOUR_MS = 3_600_000;

export type MyDataDeps = Readonly<{
  db: Db;
  clock: Clock;
  brand: Brand;
  publicUrl: string;
  limits: Limits;
  /** Writes the export down where the user sees what happened to the account. */
  noteExport(deps: { db: Db; clock: Clock }, userId: string, address: string): Promise<void>;
  /** Ends what the user pays for, in the transaction that deletes the account. */
  endSubscriptions(deps: { clock: Clock }, tx: Db, userId: string): Promise<void>;
}>;

export function registerMyData(route: Route, deps: MyDataDeps): void {
  const { db, clock, limits } = deps;
  const limit = limits.exports;
  const perUser = { what: 'export', limit, windowMs: HOUR_MS, words: `${limit} exports an hour` };

  route(exportMyData, async (_input, { user, request, reply }) => {
    await countAgainst({ db, clock }, perUser, user.id);
    await deps.noteExport({ db, clock }, user.id, request.ip);
    const exportedAt = isoFromInstant(clock.now());
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-disposition',
        `attachment; filename="quorate-data-${exportedAt.slice(0, 10)}.json"`,
      );
    // A piece is as long as a batch of rows; two of them are held at most.
    return Readable.from(exportDocument(db, user, exportedAt), { highWaterMark: 1 });
  });

  route(deleteCall, async ({ body }, { user }) => {
    await deleteAccount(deps, user.id, body.username);
    return { success: true, message: 'Your account is deleted.' };
  });
}
