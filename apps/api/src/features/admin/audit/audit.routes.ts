import { type AuditEntry, listAudit } from '@quorate/contract/admin-audit';
import type { Db } from '../../../db/tables.ts';
import type { Route } from '../../../http/endpoint.ts';
import { offsetOf, paginate } from '../../../http/paging.ts';
import { countActions, newestActions } from './audit.queries.ts';

export function registerAudit(route: Route, { db }: { db: Db }): void {
  route(listAudit, async ({ query }) => {
    const { page, per_page, ...filter } = query;
    const paging = { page, per_page };
    const [rows, total] = await Promise.all([
      newestActions(db, filter, { limit: per_page, offset: offsetOf(paging) }),
      countActions(db, filter),
    ]);
    const entries: AuditEntry[] = rows.map(({ at, address: _address, ...row }) => ({
      ...row,
      at: at.toISOString(),
    }));
    return { success: true, entries, pagination: paginate(paging, total) };
  });
}
