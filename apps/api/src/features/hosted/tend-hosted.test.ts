import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { createHostedAccount, listHostedAccounts } from '@quorate/contract/hosted-accounts';
import { DAY_MS } from '@quorate/values/instant';
import { v7 } from 'uuid';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { tendHosted } from './tend-hosted.ts';

async function start(t: TestContext, plan: 'Free' | 'Pro') {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service, { plan });
  const begin = () => service.call(createHostedAccount, { body: { hosted_id: v7() } }, token);
  const list = async () => (await service.call(listHostedAccounts, {}, token)).accounts;
  const tend = () =>
    tendHosted({ ...service, brand: DEFAULT_BRAND, publicUrl: 'http://localhost:3000' });
  return { service, user, begin, list, tend };
}

describe('accounts that nobody looks at', () => {
  it('are paused after fourteen days, with one mail, and not before', async (t) => {
    const { service, user, begin, list, tend } = await start(t, 'Pro');
    await begin();
    await begin();
    const paused = () => service.db.selectFrom('hosted_accounts').select('paused_by').execute();
    service.clock.advance(6 * DAY_MS);
    // Whoever looks at them has come by.
    assert.deepEqual(
      (await list()).map(({ state }) => state),
      ['waiting', 'waiting'],
    );
    service.clock.advance(14 * DAY_MS - 1_000);
    await tend();
    assert.deepEqual(await paused(), [{ paused_by: null }, { paused_by: null }]);
    service.clock.advance(2_000);
    await tend();
    await tend();
    assert.deepEqual(await paused(), [{ paused_by: 'idle' }, { paused_by: 'idle' }]);
    const mails = (await service.mailsTo(user.email)).filter(({ subject }) =>
      subject.includes('paused'),
    );
    assert.equal(mails.length, 1);
    assert.match(mails[0]?.text ?? '', /“Practice”, “Practice”/);
    assert.match(mails[0]?.text ?? '', /practice money on a made-up market.*no real money/);
  });
});

describe('accounts beyond what a plan allows', () => {
  it('wait, the newest of them, and go on with a larger plan', async (t) => {
    const { service, user, begin, list, tend } = await start(t, 'Pro');
    for (let count = 0; count < 3; count += 1) await begin();
    const plan = (name: 'Starter' | 'Pro') =>
      service.db.updateTable('users').set({ given_plan: name }).where('id', '=', user.id).execute();
    await plan('Starter');
    await tend();
    assert.deepEqual(
      (await list()).map(({ waits_for }) => waits_for),
      [null, null, 'plan'],
    );
    await plan('Pro');
    await tend();
    assert.deepEqual(
      (await list()).map(({ waits_for }) => waits_for),
      [null, null, null],
    );
  });

  it('are not begun', async (t) => {
    const { service, begin } = await start(t, 'Free');
    await begin();
    await assert.rejects(begin, /The Free plan allows 1 paper accounts here; you have 1/);
    assert.equal((await service.db.selectFrom('hosted_accounts').selectAll().execute()).length, 1);
  });
});
