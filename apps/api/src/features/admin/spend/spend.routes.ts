import {
  downloadSpend,
  getSpend as getSpendCall,
  listUserSpend as listUserSpendCall,
} from '@quorate/contract/admin-spend';
import type { Route } from '../../../http/endpoint.ts';
import { getSpend, listUserSpend, type SpendDeps } from './spend.service.ts';
import { spendFile } from './spend-file.ts';

export function registerSpend(route: Route, deps: SpendDeps): void {
  route(getSpendCall, async ({ query }) => ({ success: true, ...(await getSpend(deps, query)) }));

  route(listUserSpendCall, async ({ query }) => ({
    success: true,
    ...(await listUserSpend(deps, query)),
  }));

  route(downloadSpend, async ({ query }, { reply }) => {
    const { name, content } = await spendFile(deps, query);
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(content);
  });
}
