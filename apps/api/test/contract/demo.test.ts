import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { login, signup } from '@quorate/contract/account';
import { listUsers } from '@quorate/contract/admin-users';
import { DEMO_READS } from '@quorate/contract/demo';
import { DEMO_TOKEN, DEMO_USER_ID } from '@quorate/contract/demo-account';
import { failureReply } from '@quorate/contract/errors';
import { listHostedAccounts } from '@quorate/contract/hosted-accounts';
import { getSiteFigures } from '@quorate/contract/site';
import { getTradeStatistics } from '@quorate/contract/trades';
import { getDashboard } from '@quorate/contract/usage';
import { tendDemo } from '../../src/features/hosted/demo.ts';
import { createPracticePrices } from '../../src/features/hosted/price-sources.ts';
import { DEMO_ADDRESS, queueMail } from '../../src/mail/outbox.ts';
import { signedInOperator } from '../helpers/operator.ts';
import { addressOf, send } from './helpers/calls.ts';
import { startLiftedService } from './helpers/lifted-service.ts';
import { allRows } from './helpers/rows.ts';
import { validInputs } from './helpers/valid-input.ts';

async function start(t: TestContext, demo = true) {
  const service = await startLiftedService(t, { demo });
  const { db, clock } = service;
  const deps = {
    db,
    clock,
    announce: async () => {},
    limits: { hostedPerRange: 1 },
    prices: [createPracticePrices()],
  };
  return { ...service, tend: () => tendDemo(deps) };
}

const WATCHING = { token: DEMO_TOKEN };

/** Reads whose made-up ids name nothing of the demo's. */
const NAMELESS = new Set(['getDecision', 'explainDecision', 'getTradeStory', 'listRuleSetChanges']);

describe('the live demo', () => {
  it('answers what its dashboard reads, and refuses every other call, whatever is sent', async (t) => {
    const { app, calls, db, tend } = await start(t);
    await tend();
    const before = await allRows(db);
    let read = 0;
    for (const call of calls) {
      const input = validInputs(call, 1)[0] ?? {};
      if (call.name === 'getTradeStatistics') input.params = { user_id: DEMO_USER_ID };
      const answer = await send(app, call, input, WATCHING);
      if (DEMO_READS.has(call.endpoint)) {
        read += 1;
        assert.equal(
          answer.status,
          NAMELESS.has(call.name) ? 404 : 200,
          `${call.name}: ${answer.body}`,
        );
        if (answer.status !== 200) continue;
        assert.equal(answer.headers['cache-control'], 'public, max-age=15', call.name);
        assert.match(answer.headers.vary ?? '', /authorization/, call.name);
        assert.equal(answer.headers['set-cookie'], undefined, call.name);
        assert.ok(call.endpoint.reply.safeParse(JSON.parse(answer.body)).success, call.name);
        continue;
      }
      for (const sent of [input, {}, { ...input, body: { nonsense: true } }]) {
        const refused = await send(app, call, sent, WATCHING);
        assert.equal(refused.status, 403, `${call.name}: ${refused.body}`);
        const { code, message } = failureReply.parse(JSON.parse(refused.body));
        assert.equal(code, 'demo_read_only', call.name);
        assert.equal(message, 'This is a demo: sign up to do this yourself.');
      }
    }
    assert.equal(read, DEMO_READS.size);
    for (const { method } of DEMO_READS) assert.equal(method, 'GET');
    assert.deepEqual(await allRows(db), before, 'nothing was written');
  });

  it('shows nothing of anybody else, and its token is nobody else’s', async (t) => {
    const service = await start(t);
    const { app, tend } = service;
    await tend();
    const path = addressOf(getTradeStatistics, { params: { user_id: crypto.randomUUID() } });
    const answer = await app.inject({
      url: path,
      headers: { authorization: `Bearer ${DEMO_TOKEN}` },
    });
    assert.equal(answer.statusCode, 404);
    assert.equal((await service.fail(getDashboard, {}, `${DEMO_TOKEN}x`)).status, 401);
  });

  it('is not there where it is off: its token is one that nobody has, its page not found', async (t) => {
    const service = await start(t, false);
    const { app } = service;
    assert.equal((await service.fail(getDashboard, {}, DEMO_TOKEN)).code, 'unauthorized');
    for (const path of ['/demo', '/demo/', '/Demo', '/demo/decisions/1'])
      assert.equal((await app.inject({ url: path })).statusCode, 404, path);
  });

  it('is one account, however often and from however many copies it is begun', async (t) => {
    const service = await start(t);
    const { db, tend } = service;
    await Promise.all([tend(), tend(), tend()]);
    await tend();
    const users = await db.selectFrom('users').selectAll().execute();
    assert.deepEqual(
      users.map(({ id }) => id),
      [DEMO_USER_ID],
    );
    const { accounts } = await service.call(listHostedAccounts, {}, DEMO_TOKEN);
    assert.equal(accounts.length, 1);
    assert.equal(accounts[0]?.account.account_type, 'practice');
  });

  it('begins again once when it comes to now, and keeps what was', async (t) => {
    const { db, clock, tend } = await start(t);
    await tend();
    const set = (daysAgo: number) =>
      db
        .updateTable('hosted_accounts')
        .set({ bar_at: new Date(clock.now() - daysAgo * 86_400_000) })
        .execute();
    await set(4);
    await tend();
    const read = () => db.selectFrom('hosted_accounts').selectAll().executeTakeFirstOrThrow();
    assert.equal((await read()).resets, 0);
    await set(2.9);
    await Promise.all([tend(), tend()]);
    const { resets, bar_at, began_at } = await read();
    assert.equal(resets, 1);
    assert.equal(bar_at, null);
    assert.equal(began_at.getTime(), clock.now() - 120 * 86_400_000);
    assert.equal((await db.selectFrom('trading_accounts').selectAll().execute()).length, 2);
    await set(1);
    await tend();
    assert.equal((await read()).resets, 2);
  });

  it('cannot be signed in to, or signed up for, and is mailed nothing', async (t) => {
    const service = await start(t);
    const { app, db, clock, tend, calls } = service;
    await tend();
    for (const name of ['Live demo', 'live demo', DEMO_ADDRESS, DEMO_USER_ID])
      for (const password of ['', 'none', 'Live demo 12345']) {
        const { status } = await service.fail(login, {
          body: { username_or_email: name, password },
        });
        assert.ok(status === 400 || status === 401, `${name}: ${status}`);
      }
    for (const body of [
      { username: 'Live demo', email: 'a@example.com' },
      { username: 'livedemo1', email: DEMO_ADDRESS },
    ])
      assert.equal(
        (await service.fail(signup, { body: { ...body, password: 'A good pass phrase 1' } }))
          .status,
        400,
      );
    for (const name of ['forgotPassword', 'resendVerification']) {
      const call = calls.find((each) => each.name === name);
      assert.ok(call);
      await send(app, call, { body: { email: DEMO_ADDRESS } });
    }
    await service.runJobs();
    await queueMail(db, clock, { to: DEMO_ADDRESS, subject: 's', text: 't', html: 'h' });
    assert.deepEqual(await db.selectFrom('outbox').selectAll().execute(), []);
    assert.equal((await db.selectFrom('sessions').selectAll().execute()).length, 0);
  });

  it('counts as no user of the service', async (t) => {
    const service = await start(t);
    await service.tend();
    const operator = await signedInOperator(service);
    for (const query of [
      {},
      { search: 'live' },
      { search: DEMO_USER_ID },
      { plan: 'Pro' as const },
    ]) {
      const { users } = await service.call(listUsers, { query }, operator.token);
      assert.ok(!users.some(({ user_id }) => user_id === DEMO_USER_ID), JSON.stringify(query));
    }
    const { figures } = await service.call(getSiteFigures, {});
    assert.deepEqual(figures, { source: 'beta' });
  });

  it('asks once for all who watch at the same moment', async (t) => {
    const { app, db, tend } = await start(t);
    await tend();
    const headers = { authorization: `Bearer ${DEMO_TOKEN}` };
    const read = () => app.inject({ url: getDashboard.path, headers });
    const answers = await Promise.all(Array.from({ length: 50 }, read));
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
    await db.updateTable('users').set({ given_plan: 'Elite' }).execute();
    assert.equal((await read()).body, answers[0]?.body, 'kept for some seconds');
  });
});
