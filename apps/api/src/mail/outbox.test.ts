import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';
import { startMailServer } from '../../test/helpers/mail-server.ts';
import { testClock } from '../../test/helpers/test-clock.ts';
import { composeLetter, readerOf } from './letter.ts';
import { deliverMail, queueMail, removeOldMails } from './outbox.ts';
import { embeddedMailbox, smtpTransport } from './transport.ts';

const LETTER = composeLetter(
  DEFAULT_BRAND,
  readerOf({ email: 'amina@example.com', username: 'amina', locale: 'en' }),
  {
    subject: 'Grüße & <b>news</b>',
    paragraphs: ['Plain words, “quoted”.', 'A <script>alert(1)</script> that stays text.'],
    action: { label: 'Open', url: 'http://localhost:3000/verify-email?token=a&b=c' },
  },
);

async function startOutbox(t: TestContext, url: string) {
  const { db, close } = await freshDatabase();
  t.after(close);
  const clock = testClock();
  const transport = smtpTransport(url, 'Quorate <no-reply@quorate.example>');
  return { db, clock, transport };
}

describe('the outbox', () => {
  it('sends each mail once, with text and HTML, through a mail server', async (t) => {
    const { received, url } = await startMailServer(t);
    const deps = await startOutbox(t, url);
    await queueMail(deps.db, deps.clock, LETTER);
    const counts = await Promise.all([deliverMail(deps), deliverMail(deps), deliverMail(deps)]);
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      1,
    );
    assert.equal(await deliverMail(deps), 0);
    assert.equal(received.length, 1);
    const [left] = await deps.db.selectFrom('outbox').select(['text', 'html']).execute();
    assert.deepEqual(left, { text: '', html: '' }, 'the link is not kept once it has left');
    const [mail] = received;
    assert.equal(mail?.to?.[0]?.address, 'amina@example.com');
    assert.equal(mail?.from?.address, 'no-reply@quorate.example');
    assert.equal(mail?.subject, 'Grüße & <b>news</b>');
    assert.match(mail?.text ?? '', /verify-email\?token=a&b=c/);
    assert.match(mail?.html ?? '', /href="http:\/\/localhost:3000\/verify-email\?token=a&amp;b=c"/);
    assert.doesNotMatch(mail?.html ?? '', /<script>/);
  });

  it('mails an address with a comma, a group or brackets in it to nobody else', async (t) => {
    const { received, url } = await startMailServer(t);
    const deps = await startOutbox(t, url);
    const odd = [
      'x,amina@example.com',
      'x;amina@example.com',
      '<amina@example.com>',
      'g:amina@example.com;',
    ];
    for (const to of odd) await queueMail(deps.db, deps.clock, { ...LETTER, to });
    await deliverMail(deps);
    assert.deepEqual(received, []);
    const rows = await deps.db.selectFrom('outbox').select('last_error').execute();
    for (const row of rows) assert.match(row.last_error ?? '', /signs that mail cannot carry/);
  });

  it('tries again later when the server refuses, and keeps the error for the operator', async (t) => {
    const { received, url } = await startMailServer(t, { refuse: 2 });
    const deps = await startOutbox(t, url);
    await queueMail(deps.db, deps.clock, LETTER);
    assert.equal(await deliverMail(deps), 0);
    const [row] = await deps.db.selectFrom('outbox').selectAll().execute();
    assert.match(row?.last_error ?? '', /mailbox busy/);
    assert.equal(await deliverMail(deps), 0, 'not before its time');
    deps.clock.advance(60_000);
    assert.equal(await deliverMail(deps), 0);
    deps.clock.advance(120_000);
    assert.equal(await deliverMail(deps), 1);
    assert.equal(received.length, 1);
  });

  // @promise 2.3
  it('loses nothing while the server is down', async (t) => {
    const deps = await startOutbox(t, 'smtp://127.0.0.1:9');
    await queueMail(deps.db, deps.clock, LETTER);
    assert.equal(await deliverMail(deps), 0);
    const [row] = await deps.db.selectFrom('outbox').selectAll().execute();
    assert.equal(row?.sent_at, null);
    assert.match(row?.last_error ?? '', /ECONNREFUSED/);
  });

  it('takes names and addresses out of mails that left a week ago, and out of no other', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const clock = testClock();
    await queueMail(db, clock, LETTER);
    await deliverMail({ db, clock, transport: embeddedMailbox });
    await queueMail(db, clock, { ...LETTER, to: 'waits@example.com' });
    const shown = async () => {
      await removeOldMails({ db, clock });
      const rows = await db.selectFrom('outbox').selectAll().orderBy('created_at').execute();
      return rows.map(({ to_address, subject, text, html }) =>
        [to_address, subject, text, html].join(),
      );
    };
    clock.advance(7 * 86_400_000 - 1);
    assert.ok((await shown()).every((row) => row.includes('@example.com')));
    clock.advance(1);
    const [sent, waiting] = (await shown()).sort();
    assert.equal(sent, ',,,');
    assert.match(waiting ?? '', /^waits@example\.com/);
  });

  it('forgets mails after 30 days, to the millisecond', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const clock = testClock();
    await queueMail(db, clock, LETTER);
    clock.advance(30 * 86_400_000 - 1);
    await removeOldMails({ db, clock });
    assert.equal((await db.selectFrom('outbox').select('id').execute()).length, 1);
    clock.advance(1);
    await removeOldMails({ db, clock });
    assert.deepEqual(await db.selectFrom('outbox').select('id').execute(), []);
  });

  it('keeps nothing of a mail whose transaction was undone', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const work = db.transaction().execute(async (tx) => {
      await queueMail(tx, testClock(), LETTER);
      throw new Error('undone');
    });
    await assert.rejects(work, /undone/);
    assert.deepEqual(await db.selectFrom('outbox').selectAll().execute(), []);
  });
});
