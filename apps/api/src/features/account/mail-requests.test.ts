import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forgotPassword, resendVerification, signup } from '@quorate/contract/account';
import { sql } from 'kysely';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { removeExpiredTasks } from '../../process/tasks.ts';
import { requestMail } from './mail-requests.ts';

const AMINA = { username: 'amina', email: 'amina@example.com', password: 'correct horse battery' };

function waiting({ db }: TestService) {
  return db
    .selectFrom('tasks')
    .select(sql<string>`payload ->> 'asked_for'`.as('asked_for'))
    .where('kind', '=', 'mail_request')
    .execute();
}

async function subjects(service: TestService, address = AMINA.email): Promise<string[]> {
  return (await service.mailsTo(address)).map(({ subject }) => subject);
}

describe('a request for a mail', () => {
  // @promise 2.3
  it('is answered once, however many services work at it', async (t) => {
    const service = await startTestService(t);
    await service.call(signup, { body: AMINA });
    assert.equal((await waiting(service)).length, 1);
    await Promise.all(Array.from({ length: 8 }, () => service.runJobs()));
    assert.deepEqual(await waiting(service), []);
    assert.deepEqual(await subjects(service), ['Confirm your email for Quorate']);
  });

  it('is dropped an hour later: whoever asked has asked again', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    const before = await subjects(service);
    await service.call(forgotPassword, { body: { email: AMINA.email } });
    service.clock.advance(3_600_000 + 1);
    assert.deepEqual(await subjects(service), before);
    await removeExpiredTasks(service);
    assert.deepEqual(await waiting(service), []);
  });

  it('is there again when answering it fails, and holds up no other', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    await signedInUser(service, { username: 'bruno' });
    await service.database.db.schema
      .alterTable('outbox')
      .addCheckConstraint(
        'no_amina',
        sql`to_address <> 'amina@example.com' or subject not like 'Set%'`,
      )
      .execute();
    await service.call(forgotPassword, { body: { email: AMINA.email } });
    await service.call(forgotPassword, { body: { email: 'bruno@example.com' } });
    await assert.rejects(service.runJobs(), /1 tasks failed/);
    assert.deepEqual(
      (await waiting(service)).map(({ asked_for }) => asked_for),
      [AMINA.email],
    );
    await service.database.db.schema.alterTable('outbox').dropConstraint('no_amina').execute();
    service.clock.advance(1_000);
    assert.equal(
      (await subjects(service, 'bruno@example.com'))[0],
      'Set a new password for Quorate',
    );
    assert.equal((await subjects(service))[0], 'Set a new password for Quorate');
    const tokens = await service.db
      .selectFrom('challenges')
      .select('purpose')
      .where('purpose', '=', 'reset')
      .execute();
    assert.equal(tokens.length, 2, 'the try that failed left no link behind');
  });

  it('mails a mailbox at most once a minute of a kind and five times an hour in all, whoever asks', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    const before = (await subjects(service)).length;
    for (let minute = 0; minute < 12; minute += 1) {
      for (const email of [AMINA.email, ' AMINA@example.com'])
        await service.call(forgotPassword, { body: { email } });
      await service.runJobs();
      service.clock.advance(60_000);
    }
    assert.equal((await subjects(service)).length, before + 5);
    service.clock.advance(3_600_000);
    await service.call(forgotPassword, { body: { email: AMINA.email } });
    assert.equal((await subjects(service)).length, before + 6);
  });

  it('may be made thirty times an hour from one address, for forgot and resend together', async (t) => {
    const service = await startTestService(t, { limits: { linkRequests: 4 } });
    for (let count = 0; count < 2; count += 1) {
      await service.call(forgotPassword, { body: { email: `nobody${count}@example.com` } });
      await service.call(resendVerification, { body: { email: `nobody${count}` } });
    }
    const refused = await service.fail(forgotPassword, { body: { email: AMINA.email } });
    assert.equal(
      refused.message,
      'Too many requests: the limit is 4 mails an hour. Try again in 3600 s.',
    );
    assert.equal(
      (await service.fail(resendVerification, { body: { email: 'amina' } })).status,
      429,
    );
  });

  it('for a name that is taken tells the address, unless the account is that address’s own', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    await signedInUser(service, { username: 'bruno' });
    const ask = (asked_for: string, username: string) =>
      requestMail(service, { purpose: 'username_taken', asked_for, username });
    await ask('new@example.com', 'amina');
    assert.deepEqual(await subjects(service, 'new@example.com'), [
      'Choose another username for Quorate',
    ]);
    const before = await subjects(service);
    await ask(AMINA.email, 'Amina');
    assert.deepEqual(await subjects(service), before, 'the same form sent twice at once');
    await ask(AMINA.email, 'bruno');
    assert.equal((await subjects(service))[0], 'You already have an account with Quorate');
  });
});

it('sign-ups are sixty an hour from one address', async (t) => {
  const service = await startTestService(t, { limits: { signUps: 3 } });
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, place) =>
      service.app.inject({
        method: 'POST',
        url: signup.path,
        payload: { ...AMINA, username: `name${place}`, email: `name${place}@example.com` },
      }),
    ),
  );
  const made = answers.filter(({ statusCode }) => statusCode === 200);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  assert.deepEqual([made.length, refused.length], [3, 2]);
  assert.equal((await service.db.selectFrom('users').select('id').execute()).length, 3);
});
