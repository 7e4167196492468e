import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { recorded } from '../../../test/helpers/recorded.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { nameAccounts } from './trading-accounts.ts';

describe('an account of before the record', () => {
  it('has its first entry once', async (t) => {
    const service = await startTestService(t);
    const { user } = await signedInUser(service);
    const { server, login, currency } = accountInput();
    const id = '0197a0c0-0000-7000-8000-000000000001';
    const account = {
      user_id: user.id,
      id,
      server,
      login,
      currency,
      account_type: 'real' as const,
    };
    const created_at = new Date(service.clock.now());
    await service.db
      .insertInto('trading_accounts')
      .values({ ...account, created_at })
      .execute();
    await Promise.all([nameAccounts(service), nameAccounts(service)]);
    await nameAccounts(service);
    const entries = await recorded(service.db);
    assert.deepEqual(
      entries.map(({ kind, subject_id, body, private: kept }) => [kind, subject_id, body, kept]),
      [['account', id, { account_type: 'real', currency, paper: false }, { server, login }]],
    );
  });
});
