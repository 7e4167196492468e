import type { TestContext } from 'node:test';
import { downloadLedger } from '@quorate/contract/ledger';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../../test/helpers/test-service.ts';
import { createLedgerKey } from '../ledger-key.ts';
import { chainRecords, entryOf, keepHead } from './entries.ts';

export const ledgerKey = createLedgerKey(Buffer.alloc(32, 3));

/** Somebody with so many records. */
export async function start(t: TestContext, records: number) {
  const service = await startTestService(t, { ledgerKey, limits: { exports: 5 } });
  const { user, token } = await signedInUser(service);
  const add = (from: number, count: number) =>
    chainRecords(
      service.db,
      user.id,
      Array.from({ length: count }, (_, index) => entryOf(from + index)),
    );
  await add(1, records);
  const keep = () => keepHead(service.db, ledgerKey, user.id, new Date(service.clock.now()));
  return { service, userId: user.id, username: user.username, token, add, keep };
}

export async function download({ app }: TestService, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return app.inject({ url: downloadLedger.path, headers });
}
