import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { signup } from '@quorate/contract/account';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import type { Db } from '../../src/db/tables.ts';
import { composeLetter, readerOf } from '../../src/mail/letter.ts';
import { deliverMail, queueMail } from '../../src/mail/outbox.ts';
import { type MailTransport, smtpTransport } from '../../src/mail/transport.ts';
import type { Clock } from '../../src/process/clock.ts';
import { freshDatabase } from '../helpers/fresh-database.ts';
import { startMailServer } from '../helpers/mail-server.ts';
import { testClock } from '../helpers/test-clock.ts';
import { startTestService } from '../helpers/test-service.ts';

const FROM = 'Service <no-reply@service.example>';
const MINUTE_MS = 60_000;

const letter = (to: string) =>
  composeLetter(DEFAULT_BRAND, readerOf({ email: to, username: 'amina', locale: 'en' }), {
    subject: 'Hello',
    paragraphs: ['Words.'],
  });

/** A mail server that does nothing but what it is given to do. */
async function badServer(t: TestContext, talk: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    talk(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Until the one mail is tried again. */
async function waitOf(db: Db, clock: Clock): Promise<number> {
  const { run_at } = await db.selectFrom('tasks').select('run_at').executeTakeFirstOrThrow();
  return run_at.getTime() - clock.now();
}

describe('while the mail server is down', () => {
  it('people sign up, and their mails leave once it is back, each once', async (t) => {
    const service = await startTestService(t, { mailbox: false });
    const { db, clock } = service;
    const person = { username: 'amina', email: 'amina@example.com', password: 'correct horse 9' };
    await service.call(signup, { body: person });
    await service.runJobs();
    const faults = [
      'smtp://127.0.0.1:9',
      await badServer(t, (socket) => void socket.end('554 no mail today\r\n')),
      await badServer(t, (socket) => void socket.end('421 try again later\r\n')),
      await badServer(t, (socket) => socket.resetAndDestroy()),
    ];
    for (const url of faults) {
      assert.equal(await deliverMail({ db, clock, transport: smtpTransport(url, FROM) }), 0, url);
      const row = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
      assert.equal(row.sent_at, null);
      assert.ok((row.last_error ?? '').length > 5, url);
      const waitMs = await waitOf(db, clock);
      assert.ok(waitMs > 0);
      clock.advance(waitMs);
    }
    const { received, url } = await startMailServer(t);
    const transport = smtpTransport(url, FROM);
    assert.equal(await deliverMail({ db, clock, transport }), 1);
    assert.equal(await deliverMail({ db, clock, transport }), 0);
    assert.deepEqual(
      received.map(({ to }) => to?.[0]?.address),
      [person.email],
    );
  });

  it('a server that says nothing is given up after 10 s, and the mail is tried again', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const clock = testClock();
    const silent = await badServer(t, (socket) => t.after(() => void socket.destroy()));
    await queueMail(db, clock, letter('amina@example.com'));
    const startedAt = performance.now();
    assert.equal(await deliverMail({ db, clock, transport: smtpTransport(silent, FROM) }), 0);
    assert.ok(performance.now() - startedAt < 15_000);
    assert.equal(await waitOf(db, clock), MINUTE_MS);
  });

  it('a slow server leads to no mail that two services send', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const clock = testClock();
    for (let each = 0; each < 12; each += 1)
      await queueMail(db, clock, letter(`person${each}@example.com`));
    const sent: string[] = [];
    const slow: MailTransport = {
      keeps: false,
      async send({ to }) {
        clock.advance(MINUTE_MS);
        sent.push(to);
      },
    };
    const first = await deliverMail({ db, clock, transport: slow });
    assert.ok(first >= 4 && first < 12, `${first} mails`);
    for (let turn = 0; turn < 5; turn += 1) {
      clock.advance(5 * MINUTE_MS);
      await deliverMail({ db, clock, transport: slow });
    }
    assert.equal(sent.length, 12);
    assert.equal(new Set(sent).size, 12);
  });
});
