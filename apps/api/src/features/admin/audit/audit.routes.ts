import { listAudit } from '@quorate/contract/admin-audit';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { Route } from '../../../http/endpoint.ts';
import { isoTimes } from '../../../http/iso-times.ts';
import { readPage } from '../../../http/paging.ts';
import { wanted } from '../filters.ts';

export function registerAudit(route: Route, { db }: { db: Db }): void {
  route(listAudit, async ({ query }) => {
    const { rows, pagination } = await readActions(db, query);
    const entries = rows.map(({ address: _address, ...row }) => isoTimes(row));
    return { success: true, entries, pagination };
  });
}

/** Newest first, with the names that the two accounts have now. */
export function readActions(db: Db, query: HandlerInput<typeof listAudit>['query']) {
  const { action, operator_id, subject_id } = query;
  const matching = db
    .selectFrom('operator_actions as done')
    .where((row) =>
      row.and(
        wanted(
          action !== undefined && row('done.action', '=', action),
          operator_id !== undefined && row('done.operator_id', '=', operator_id),
          subject_id !== undefined && row('done.subject_id', '=', subject_id),
        ),
      ),
    );
  return readPage(query, matching, (found) =>
    found
      .leftJoin('users as operator', 'operator.id', 'done.operator_id')
      // Of other kinds an id need not be a user's; and the index knows ids as what they are, not as text.
      .leftJoin('users as subject', (join) =>
        join.on(
          'subject.id',
          '=',
          sql<string>`case when done.subject_kind = 'user' then done.subject_id::uuid end`,
        ),
      )
      .selectAll('done')
      .select(['operator.username as operator_name', 'subject.username as subject_name'])
      .orderBy('done.at', 'desc')
      .orderBy('done.id', 'desc'),
  );
}
