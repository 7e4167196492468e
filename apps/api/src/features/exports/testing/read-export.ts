import assert from 'node:assert/strict';
import { exportTrades } from '@quorate/contract/trade-export';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import { readCsv } from '@quorate/trade-import/read-rows';
import { accountInput, signedInUser } from '../../../../test/helpers/builders.ts';
import type { TestService } from '../../../../test/helpers/test-service.ts';

export function get(service: TestService, token: string, query: Record<string, string>) {
  return service.app.inject({
    method: 'GET',
    url: exportTrades.path,
    query,
    headers: { authorization: `Bearer ${token}` },
  });
}

export async function csv(service: TestService, token: string, query: Record<string, string> = {}) {
  const response = await get(service, token, { format: 'csv', ...query });
  assert.equal(response.statusCode, 200, response.body);
  return rowsOf(response.body);
}

/** The rows by the words of the header. */
export function rowsOf(text: string): Record<string, string>[] {
  const [header, ...rows] = readCsv(text);
  return rows.map(({ cells }) =>
    Object.fromEntries((header?.cells ?? []).map((name, index) => [name, cells[index] ?? ''])),
  );
}

export async function withTrades(
  service: TestService,
  trades: TradeInput[],
  account = accountInput(),
) {
  const person = await signedInUser(service);
  await service.call(syncTrades, { body: { account, trades } }, person.token);
  return person;
}
