import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { forgotPassword, login, resendVerification, signup } from '@quorate/contract/account';
import { sendContactMessage } from '@quorate/contract/contact';
import { changeEmail } from '@quorate/contract/security';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { startMailServer } from '../../../../test/helpers/mail-server.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { mailboxOf } from '../../../mail/address.ts';
import { deliverMail } from '../../../mail/outbox.ts';
import { smtpTransport } from '../../../mail/transport.ts';

const PASSWORD = 'correct horse battery';

/** The same at every run, so that a failure can be run again. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const HIDDEN = [
  '\u00ad',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u034f',
  '\ufe0f',
  '\u180e',
  '\u3164',
  '\u{e0061}',
];
const full = (text: string) =>
  Array.from(text, (sign) =>
    /[!-~]/.test(sign) ? String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0) : sign,
  ).join('');

/** Spellings of one address at a provider that looks at neither dots nor tags. */
function spellings(count: number): string[] {
  const pick = random(7);
  const some = (text: string, change: (sign: string) => string) =>
    Array.from(text, (sign) => (pick(3) === 0 ? change(sign) : sign)).join('');
  const upper = (text: string) => some(text, (sign) => sign.toUpperCase());
  const hidden = (text: string) => some(text, (sign) => sign + (HIDDEN[pick(HIDDEN.length)] ?? ''));
  const dots = (text: string) => some(text, (sign) => `${sign}.`).replace(/\.$/, '');
  const locals = [
    upper,
    dots,
    hidden,
    full,
    (text: string) => `${text}+${pick(1_000)}`,
    (text: string) => `"${text}"`,
    (text: string) => `${text}(x)`,
    (text: string) => `x!${text}`,
    (text: string) => `${text}%gmail.com`,
  ];
  const domains = [
    upper,
    hidden,
    (text: string) => some(text, full),
    () => 'googlemail.com',
    (text: string) => `${text}.`,
    (text: string) => text.replace('.', '。'),
    (text: string) => `[${text}]`,
    (text: string) => some(text, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
    (text: string) => ` ${text}`,
  ];
  const made = new Set<string>();
  while (made.size < count) {
    let [local, domain] = ['strangeramina', 'gmail.com'];
    for (let turn = pick(3); turn >= 0; turn -= 1) {
      local = locals[pick(locals.length)]?.(local) ?? local;
      domain = domains[pick(domains.length)]?.(domain) ?? domain;
    }
    made.add(`${local}@${pick(2) ? domain : 'gmail.com'}`);
  }
  return [...made];
}

async function startMailing(t: TestContext) {
  const { received, url } = await startMailServer(t);
  const service = await startTestService(t, {
    limits: {
      signUps: 1_000_000,
      signUpsPerRange: 1_000_000,
      linkRequests: 1_000_000,
      contactMessages: 1_000_000,
    },
  });
  const transport = smtpTransport(url, 'Quorate <no-reply@quorate.example>');
  const deliver = async () => {
    for (let turn = 0; turn < 20; turn += 1) await service.runJobs();
    await deliverMail({ db: service.db, clock: service.clock, transport });
  };
  const post = (path: string, payload: object) =>
    service.app.inject({ method: 'POST', url: path, payload });
  return { service, received, deliver, post };
}

const to = (mail: { to?: { address?: string }[] }) => mail.to?.[0]?.address ?? '';

describe('500 spellings of one address', () => {
  it('make one account and at most five mails an hour, all to the address that is its key', async (t) => {
    const { service, received, deliver, post } = await startMailing(t);
    let taken = 0;
    for (const [place, email] of spellings(500).entries()) {
      const answer = await post(signup.path, {
        username: `user.${place}x`,
        email,
        password: PASSWORD,
      });
      if (answer.statusCode === 200) taken += 1;
      else
        assert.match(
          answer.json().message,
          /^(Please enter a valid email address|All fields)/,
          email,
        );
      await post(place % 2 ? forgotPassword.path : resendVerification.path, { email });
      if (place % 25 !== 0) continue;
      await deliver();
      // 20 turns of two minutes: within the hour, and past the limit of one a minute.
      service.clock.advance(120_000);
    }
    await deliver();
    const users = await service.db.selectFrom('users').select(['email', 'email_key']).execute();
    assert.equal(users.length, 1, `${taken} spellings were let through`);
    assert.ok(taken > 30, `only ${taken} were let through: the rest proves little`);
    assert.equal(users[0]?.email, users[0]?.email_key);
    assert.ok(received.length >= 3 && received.length <= 5, `${received.length} mails`);
    for (const mail of received) assert.equal(to(mail), users[0]?.email);
  });
});

describe('a mailbox', () => {
  it('gets five mails an hour of all kinds and callers together', async (t) => {
    const { service, received, deliver, post } = await startMailing(t);
    const owner = await signedInUser(service, { username: 'amina' });
    const others = await Promise.all(Array.from({ length: 6 }, () => signedInUser(service)));
    await deliver();
    received.length = 0;
    service.clock.advance(3_600_000);
    for (const [place, { token }] of others.entries()) {
      await service.db
        .updateTable('sessions')
        .set({ confirmed_at: new Date(service.clock.now()) })
        .execute();
      await service.call(changeEmail, { body: { email: `AMINA+${place}@example.com` } }, token);
      await post(signup.path, {
        username: `new.${place}`,
        email: `amina+${place}@example.com`,
        password: PASSWORD,
      });
      await post(forgotPassword.path, { email: owner.user.email });
      await post(sendContactMessage.path, {
        name: 'x',
        email: owner.user.email,
        subject: 'x',
        message: 'x',
      });
      await deliver();
      service.clock.advance(61_000);
    }
    const hers = received.filter((mail) => mailboxOf(to(mail)) === 'amina@example.com');
    assert.equal(hers.length, 5);
    const links = hers.filter(({ text = '' }) => text.includes('/reset-password?token='));
    assert.ok(
      links.length >= 2,
      'news that strangers cause leave room for a link that the owner waits for',
    );
  });
});

describe('an account from before there was one form', () => {
  it('signs in with what it was made with and gets its mail there', async (t) => {
    const { service, received, deliver, post } = await startMailing(t);
    const { user } = await signedInUser(service, { username: 'amina' });
    const odd = 'jürgen@bücher.example';
    await service.db
      .updateTable('users')
      .set({ email: odd, email_key: odd, mailbox_key: null })
      .where('id', '=', user.id)
      .execute();
    await service.call(login, {
      body: { username_or_email: 'Jürgen@BÜCHER.example', password: PASSWORD },
    });
    await deliver();
    received.length = 0;
    await post(forgotPassword.path, { email: odd });
    await deliver();
    assert.equal(received.length, 1);
    assert.match(received[0]?.text ?? '', /reset-password\?token=/);
  });
});
