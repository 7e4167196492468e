import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';
import { testClock } from '../../test/helpers/test-clock.ts';
import { deliverMail, queueMail, queueMails } from './outbox.ts';
import type { MailTransport } from './transport.ts';

const mailTo = (to: string) => ({ to, subject: 'S', text: 'T', html: '<p>T' });
const NOTICES = 5_000;

/** An outbox that a storm of silent bots has filled, and a mail server that keeps what it is given. */
async function stormyOutbox(t: TestContext) {
  const { db, close } = await freshDatabase();
  t.after(close);
  const clock = testClock();
  const received: string[] = [];
  const transport: MailTransport = {
    keeps: false,
    send: async ({ to }) => void received.push(to),
  };
  const notices = Array.from({ length: NOTICES }, (_, index) =>
    mailTo(`owner${index}@example.com`),
  );
  for (let at = 0; at < NOTICES; at += 1_000)
    await queueMails(db, clock, notices.slice(at, at + 1_000));
  return { db, clock, transport, received };
}

describe('five thousand notices in the outbox', () => {
  it('let a mail that somebody waits for go first', async (t) => {
    const deps = await stormyOutbox(t);
    deps.clock.advance(60_000);
    await queueMail(deps.db, deps.clock, mailTo('news@example.com'));
    await queueMail(deps.db, deps.clock, { ...mailTo('amina@example.com'), awaited: true });
    await deliverMail(deps);
    assert.equal(deps.received[0], 'amina@example.com');
    assert.ok(deps.received.indexOf('news@example.com') !== 1, 'other news wait their turn');
  });

  it('that are just being sent hold it up for a batch at most', async (t) => {
    const deps = await stormyOutbox(t);
    const arrived = Promise.withResolvers<void>();
    const { transport } = deps;
    let before = 0;
    const delivered = deliverMail({
      ...deps,
      transport: {
        keeps: false,
        send: async (mail) => {
          if (deps.received.length === 0) {
            await queueMail(deps.db, deps.clock, { ...mailTo('amina@example.com'), awaited: true });
            before = deps.received.length;
          }
          await transport.send(mail);
          if (mail.to === 'amina@example.com') arrived.resolve();
        },
      },
    });
    await arrived.promise;
    const place = deps.received.indexOf('amina@example.com');
    // The batch under way, and those of its own that the second connection sends meanwhile.
    assert.ok(place - before < 40, `${place} went before it`);
    await delivered;
  });

  it('leave in one turn where the mail server is quick, each once, whoever sends them', async (t) => {
    const deps = await stormyOutbox(t);
    await Promise.all([deliverMail(deps), deliverMail(deps)]);
    while ((await deliverMail(deps)) > 0);
    assert.equal(deps.received.length, NOTICES);
    assert.equal(new Set(deps.received).size, NOTICES);
  });
});
