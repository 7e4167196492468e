import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forgotPassword, login, resetPassword, verifyEmail } from '@quorate/contract/account';
import {
  cancelEmailChange,
  changeEmail,
  getAccountSecurity,
  listSessions,
} from '@quorate/contract/security';
import { mailedToken, signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

const NEW = 'amina.new@example.org';
const HOUR_MS = 3_600_000;

describe('changing the e-mail address', () => {
  it('waits for the link in the new mailbox; the old one is told twice', async (t) => {
    const service = await startTestService(t);
    const { user, password, token } = await signedInUser(service, { username: 'amina' });
    await service.call(changeEmail, { body: { email: ' Amina.New@Example.ORG' } }, token);
    const waiting = await service.call(getAccountSecurity, {}, token);
    assert.equal(waiting.security.pending_email, NEW);
    assert.equal(waiting.security.email, user.email);
    const [first] = await service.mailsTo(user.email);
    assert.equal(first?.subject, 'A new address was given for your account');
    assert.doesNotMatch(first?.text ?? '', /token=/);

    const link = await mailedToken(service, NEW);
    const done = await service.call(verifyEmail, { body: { token: link } });
    assert.equal(done.message, 'Your account has its new email address now.');
    const changed = await service.call(getAccountSecurity, {}, token);
    assert.equal(changed.security.email, NEW);
    assert.equal(changed.security.pending_email, null);
    const [second] = await service.mailsTo(user.email);
    assert.equal(second?.subject, 'The address of your account was changed');

    await service.call(login, { body: { username_or_email: NEW.toLowerCase(), password } });
    const old = await service.fail(login, { body: { username_or_email: user.email, password } });
    assert.equal(old.code, 'invalid_credentials');
    const again = await service.fail(verifyEmail, { body: { token: link } });
    assert.equal(again.code, 'already_verified');
  });

  it('signs nobody in and out', async (t) => {
    const service = await startTestService(t);
    const { password, token } = await signedInUser(service, { username: 'amina' });
    const body = { username_or_email: 'amina', password };
    const other = (await service.call(login, { body })).access_token;
    await service.call(changeEmail, { body: { email: NEW } }, token);
    await service.call(verifyEmail, { body: { token: await mailedToken(service, NEW) } });
    const { sessions } = await service.call(listSessions, {}, token);
    assert.equal(sessions.length, 2);
    await service.call(listSessions, {}, other);
  });

  it('makes reset links in the old mailbox worthless', async (t) => {
    const service = await startTestService(t);
    const { user, token } = await signedInUser(service);
    await service.call(forgotPassword, { body: { email: user.email } });
    const reset = await mailedToken(service, user.email);
    await service.call(changeEmail, { body: { email: NEW } }, token);
    await service.call(verifyEmail, { body: { token: await mailedToken(service, NEW) } });
    const body = { token: reset, password: 'three blue elephants' };
    assert.equal((await service.fail(resetPassword, { body })).code, 'reset_token_invalid');
  });

  it('answers and shows the same for the address of another account, whose owner alone is told', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service);
    const bilal = await signedInUser(service, { username: 'bilal' });
    const free = await service.call(changeEmail, { body: { email: NEW } }, amina.token);
    const taken = await service.call(
      changeEmail,
      { body: { email: 'BILAL@example.com' } },
      amina.token,
    );
    assert.deepEqual(taken, free);
    const { security } = await service.call(getAccountSecurity, {}, amina.token);
    assert.equal(security.pending_email, 'bilal@example.com');
    const [mail] = await service.mailsTo(bilal.user.email);
    assert.match(mail?.subject ?? '', /Your address was given for another Quorate account/);
    assert.doesNotMatch(`${mail?.text}${mail?.html}`, /token=|verify-email/);
    assert.ok(!mail?.text.includes(amina.user.username), 'who it was stays between us');
  });

  it('gives an address that two accounts ask for to the one that opens its link first', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service);
    const bilal = await signedInUser(service);
    const links: string[] = [];
    for (const { token } of [amina, bilal]) {
      await service.call(changeEmail, { body: { email: NEW } }, token);
      links.push(await mailedToken(service, NEW));
      service.clock.advance(1_000);
    }
    const results = await Promise.allSettled(
      links.map((token) => service.call(verifyEmail, { body: { token } })),
    );
    assert.deepEqual(results.map((result) => result.status).toSorted(), ['fulfilled', 'rejected']);
    const loser = links[results.findIndex((result) => result.status === 'rejected')];
    const late = await service.fail(verifyEmail, { body: { token: loser } });
    assert.deepEqual([late.status, late.code], [409, 'email_taken']);
    const holders = await service.db
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', NEW.toLowerCase())
      .execute();
    assert.equal(holders.length, 1);
  });

  it('works once of fifty times at once', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    await service.call(changeEmail, { body: { email: NEW } }, token);
    const link = await mailedToken(service, NEW);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => service.call(verifyEmail, { body: { token: link } })),
    );
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
  });

  it('can be called off, and ends after 24 hours to the millisecond', async (t) => {
    const service = await startTestService(t);
    const { password, token } = await signedInUser(service, { username: 'amina' });
    await service.call(changeEmail, { body: { email: NEW } }, token);
    const cancelled = await mailedToken(service, NEW);
    await service.call(cancelEmailChange, {}, token);
    await service.call(cancelEmailChange, {}, token);
    const { security } = await service.call(getAccountSecurity, {}, token);
    assert.equal(security.pending_email, null);
    const gone = await service.fail(verifyEmail, { body: { token: cancelled } });
    assert.equal(gone.code, 'verification_invalid');

    await service.call(changeEmail, { body: { email: NEW } }, token);
    const late = await mailedToken(service, NEW);
    service.clock.advance(24 * HOUR_MS);
    const expired = await service.fail(verifyEmail, { body: { token: late } });
    assert.equal(expired.code, 'verification_expired');
    const fresh = await service.call(login, { body: { username_or_email: 'amina', password } });
    await service.call(changeEmail, { body: { email: NEW } }, fresh.access_token);
    const inTime = await mailedToken(service, NEW);
    service.clock.advance(24 * HOUR_MS - 1);
    await service.call(verifyEmail, { body: { token: inTime } });
  });

  it('keeps the newest wish alone, also of ten at once', async (t) => {
    const service = await startTestService(t, { limits: { addressChanges: 20 } });
    const { token } = await signedInUser(service);
    await service.call(changeEmail, { body: { email: NEW } }, token);
    const first = await mailedToken(service, NEW);
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        service.call(changeEmail, { body: { email: `a${index}@example.org` } }, token),
      ),
    );
    const old = await service.fail(verifyEmail, { body: { token: first } });
    assert.equal(old.code, 'verification_invalid');
    const waiting = await service.db
      .selectFrom('challenges')
      .select('new_email')
      .where('purpose', '=', 'change_email')
      .execute();
    assert.equal(waiting.length, 1);
  });

  it('takes neither the address the account has, nor one that is none, nor too many', async (t) => {
    const service = await startTestService(t, { limits: { addressChanges: 3 } });
    const { user, token } = await signedInUser(service);
    const same = await service.fail(
      changeEmail,
      { body: { email: user.email.toUpperCase() } },
      token,
    );
    assert.deepEqual(same.fields, { email: 'This is the address of your account' });
    const none = await service.fail(changeEmail, { body: { email: 'amina@example' } }, token);
    assert.equal(none.message, 'Please enter a valid email address');
    await service.call(changeEmail, { body: { email: NEW } }, token);
    await service.call(changeEmail, { body: { email: NEW } }, token);
    const more = await service.fail(changeEmail, { body: { email: NEW } }, token);
    assert.equal(more.code, 'rate_limited');
  });
});
