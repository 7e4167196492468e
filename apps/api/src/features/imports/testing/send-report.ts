import assert from 'node:assert/strict';
import type { Endpoint, Reply } from '@quorate/contract/endpoint';
import { failureReply } from '@quorate/contract/errors';
import type { TestService } from '../../../../test/helpers/test-service.ts';

/** What a caller chooses where nothing is special. */
export const ACCOUNT = { account_type: 'demo', clock: 'new_york_plus_7' };

export function send(
  service: TestService,
  endpoint: Endpoint,
  token: string,
  bytes: Uint8Array,
  query: Record<string, string> = {},
) {
  return service.app.inject({
    method: 'POST',
    url: endpoint.path,
    query,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes),
  });
}

export async function call<E extends Endpoint>(
  ...[service, endpoint, token, bytes, query]: [
    TestService,
    E,
    string,
    Uint8Array,
    Record<string, string>?,
  ]
): Promise<Reply<E>> {
  const response = await send(service, endpoint, token, bytes, query);
  assert.equal(response.statusCode, 200, response.body);
  return endpoint.reply.parse(response.json()) as Reply<E>;
}

export async function fail(...[service, endpoint, token, bytes, query]: Parameters<typeof send>) {
  const response = await send(service, endpoint, token, bytes, query);
  return { status: response.statusCode, ...failureReply.parse(response.json()) };
}

export function stored(service: TestService) {
  return service.db
    .selectFrom('trades')
    .select([
      'position_ticket',
      'opened_at',
      'closed_at',
      'profit',
      'revision',
      'stop_loss',
      'account_type',
    ])
    .orderBy('position_ticket')
    .execute();
}
