import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forgotPassword, login, signup, verifyEmail } from '@quorate/contract/account';
import { sendContactMessage } from '@quorate/contract/contact';
import { deleteAccount } from '@quorate/contract/my-data';
import { listReviews, writeReview } from '@quorate/contract/reviews';
import { changeEmail } from '@quorate/contract/security';
import { syncTrades } from '@quorate/contract/trade-sync';
import { getDashboard, getEntitlements } from '@quorate/contract/usage';
import { sql } from 'kysely';
import {
  accountInput,
  mailedToken,
  signedInUser,
  tradeInput,
} from '../../../test/helpers/builders.ts';
import { fillAccount } from '../../../test/helpers/fill-account.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { rowsOf } from '../../../test/helpers/user-tables.ts';
import { deliverMail } from '../../mail/outbox.ts';
import type { MailTransport } from '../../mail/transport.ts';
import { PROVIDER_TASKS } from '../billing/record/provider-tasks.ts';

const DEVICE = { kind: 'bot', name: 'desk' } as const;

describe('deleting an account', () => {
  // @promise 8.8
  it('leaves no row of the user in any table, and everything of everyone else', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service, { username: 'amina' });
    const bilal = await signedInUser(service, { username: 'bilal' });
    await fillAccount(service.db, amina.user.id, amina.user.email);
    await fillAccount(service.db, bilal.user.id, bilal.user.email);
    await service.sequenceLog();
    const before = await rowsOf(service.db, bilal.user.id);
    await service.call(deleteAccount, { body: { username: ' Amina ' } }, amina.token);
    // Hashes wait for the log for seconds.
    await service.sequenceLog();
    assert.deepEqual(await rowsOf(service.db, amina.user.id), {});
    assert.deepEqual(await rowsOf(service.db, bilal.user.id), before);
    const users = await service.db.selectFrom('users').select('username').execute();
    assert.deepEqual(users, [{ username: 'bilal' }]);
    await service.call(getDashboard, {}, bilal.token);
  });

  it('has the subscription ended at the provider, and keeps what was paid without a name', async (t) => {
    const service = await startTestService(t);
    const { user, token } = await signedInUser(service, { username: 'amina' });
    await fillAccount(service.db, user.id, user.email);
    await service.call(deleteAccount, { body: { username: 'amina' } }, token);
    const subscription = await service.db
      .selectFrom('subscriptions')
      .selectAll()
      .executeTakeFirstOrThrow();
    assert.deepEqual([subscription.user_id, subscription.cancel_requested], [null, 'now']);
    const tasks = await service.db
      .selectFrom('tasks')
      .where('kind', 'in', PROVIDER_TASKS)
      .select(['kind', 'subject'])
      .execute();
    assert.deepEqual(tasks, [{ kind: 'cancel_now', subject: subscription.id }]);
    const bills = await service.db
      .selectFrom('transactions')
      .select(['user_id', 'amount'])
      .execute();
    assert.deepEqual(bills, [{ user_id: null, amount: 8_000 }]);
  });

  // @promise 8.8
  it('leaves the name and the address nowhere in the database but in the farewell', async (t) => {
    const service = await startTestService(t);
    const { user, token } = await signedInUser(service, { username: 'amina-unmistakable' });
    await service.call(forgotPassword, { body: { email: user.email } });
    await service.call(changeEmail, { body: { email: 'Unmistakable@example.org' } }, token);
    await service.call(sendContactMessage, {
      body: {
        name: 'A',
        email: user.email.toUpperCase(),
        subject: 'Hello there',
        message: 'I have a question.',
        website: '',
      },
    });
    await service.call(forgotPassword, { body: { email: user.email } });
    await service.mailsTo(user.email);
    await service.call(forgotPassword, { body: { email: user.email } });
    await service.call(deleteAccount, { body: { username: user.username } }, token);
    const { rows: tables } = await sql<{ name: string }>`
      select table_name::text as name from information_schema.tables where table_schema = 'public'
        and not (select relispartition from pg_class where oid = format('%I', table_name)::regclass)
    `.execute(service.db);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} as t where t::text ilike '%unmistakable%'
      `.execute(service.db);
      found.push(...rows.map(({ row }) => `${name}: ${row}`));
    }
    const farewells = found.filter((row) => /Your Quorate account is deleted/.test(row));
    assert.equal(farewells.length, 1);
    assert.equal(found.length, farewells.length, found.join('\n'));
  });

  it('takes mails to an address that the account had before, and the farewell keeps no name once sent', async (t) => {
    const service = await startTestService(t);
    const { user, token } = await signedInUser(service, { username: 'amina-unmistakable' });
    await service.call(changeEmail, { body: { email: 'new@example.org' } }, token);
    const link = await mailedToken(service, 'new@example.org');
    await service.call(verifyEmail, { body: { token: link } });
    const { db, clock } = service;
    const transport: MailTransport = { send: async () => {}, keeps: false };
    await deliverMail({ db, clock, transport });
    const addresses = async () =>
      (await db.selectFrom('outbox').select('to_address').execute()).map((row) => row.to_address);
    assert.ok((await addresses()).includes(user.email));
    await service.call(deleteAccount, { body: { username: user.username } }, token);
    assert.deepEqual(await addresses(), ['new@example.org']);
    await deliverMail({ db, clock, transport });
    const [row] = await db.selectFrom('outbox').selectAll().execute();
    assert.deepEqual(
      [row?.to_address, row?.subject, row?.text, row?.html, row?.about_user],
      ['', '', '', '', null],
    );
    assert.notEqual(row?.sent_at, null);
  });

  it('ends every session and device at once, and the name is free again', async (t) => {
    const service = await startTestService(t);
    const { password, token, user } = await signedInUser(service, { username: 'amina' });
    const body = { username_or_email: 'amina', password, device: DEVICE };
    const bot = (await service.call(login, { body })).access_token;
    await service.call(
      writeReview,
      { body: { rating: 5, comment: 'It does what it says.' } },
      token,
    );
    await service.call(deleteAccount, { body: { username: 'amina' } }, token);
    assert.equal((await service.fail(getDashboard, {}, token)).status, 401);
    assert.equal((await service.fail(getEntitlements, {}, bot)).status, 401);
    const old = await service.fail(login, { body: { username_or_email: 'amina', password } });
    assert.equal(old.code, 'invalid_credentials');
    assert.deepEqual((await service.call(listReviews)).reviews, []);
    // Mails to one address leave a minute apart at least.
    service.clock.advance(60_000);
    const again = { username: 'amina', email: user.email, password: 'three blue elephants' };
    await service.call(signup, { body: again });
    const subjects = (await service.mailsTo(user.email)).map((mail) => mail.subject);
    assert.deepEqual(subjects.toSorted(), [
      'Confirm your email for Quorate',
      'Your Quorate account is deleted',
    ]);
  });

  it('needs the username, typed, and a confirmed session', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service, { username: 'amina' });
    for (const username of ['', 'amin', 'amina2', 'bilal']) {
      const refused = await service.fail(deleteAccount, { body: { username } }, token);
      assert.deepEqual([refused.status, refused.code], [400, 'username_mismatch']);
      assert.equal(refused.message, 'Type your username amina to delete the account.');
    }
    service.clock.advance(15 * 60_000);
    const late = await service.fail(deleteAccount, { body: { username: 'amina' } }, token);
    assert.equal(late.code, 'confirmation_needed');
    await service.call(getDashboard, {}, token);
  });

  it('while a bot sends trades is whole, and the bot is refused, not failed', async (t) => {
    const service = await startTestService(t);
    const { password, token, user } = await signedInUser(service, { username: 'amina' });
    const body = { username_or_email: 'amina', password, device: DEVICE };
    const bot = (await service.call(login, { body })).access_token;
    const send = () =>
      service.app.inject({
        method: 'POST',
        url: syncTrades.path,
        headers: { authorization: `Bearer ${bot}` },
        payload: { account: accountInput(), trades: [tradeInput(), tradeInput()] },
      });
    await send();
    const sending = Array.from({ length: 30 }, send);
    const deleting = service.call(deleteAccount, { body: { username: 'amina' } }, token);
    const more = Array.from({ length: 30 }, send);
    const answers = await Promise.all([...sending, ...more]);
    await deleting;
    const statuses = new Set(answers.map((answer) => answer.statusCode));
    for (const status of statuses) assert.ok(status === 200 || status === 401, String(status));
    await service.sequenceLog();
    assert.deepEqual(await rowsOf(service.db, user.id), {});
  });
});
