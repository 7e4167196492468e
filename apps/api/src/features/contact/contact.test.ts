import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { sendContactMessage } from '@quorate/contract/contact';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';

const MESSAGE = {
  name: 'Amina',
  email: 'amina@example.com',
  subject: 'A question',
  message: 'How do I revoke a device?\n\nThank you.',
};

function storedMessages(service: TestService) {
  return service.db.selectFrom('contact_messages').selectAll().execute();
}

describe('a contact message', () => {
  // @spec 3.25
  it('is stored and mailed to the support address', async (t) => {
    const service = await startTestService(t);
    const reply = await service.call(sendContactMessage, { body: MESSAGE });
    assert.equal(reply.message, 'Thank you! Your message has been sent successfully.');
    const [stored] = await storedMessages(service);
    assert.deepEqual(
      [stored?.name, stored?.email, stored?.subject, stored?.message],
      [MESSAGE.name, MESSAGE.email, MESSAGE.subject, MESSAGE.message],
    );
    const [mail] = await service.mailsTo('support@quorate.example');
    assert.equal(mail?.subject, 'Contact: A question');
    assert.match(mail?.text ?? '', /From Amina <amina@example.com>/);
    assert.match(mail?.text ?? '', /revoke a device/);
  });

  // @spec 7.30
  it('needs all four fields, and names the one that is missing or too long', async (t) => {
    const service = await startTestService(t);
    for (const field of ['name', 'email', 'subject', 'message'] as const) {
      for (const value of ['', '   ', 'x'.repeat(5_001), undefined]) {
        const failure = await service.fail(sendContactMessage, {
          body: { ...MESSAGE, [field]: value },
        });
        assert.equal(failure.status, 400);
        assert.ok(failure.fields?.[field], field);
      }
    }
    assert.deepEqual(await storedMessages(service), []);
  });

  // @spec 10.34
  it('may be sent five times an hour from one address, whatever X-Forwarded-For says', async (t) => {
    const service = await startTestService(t);
    for (let count = 0; count < 5; count += 1) {
      await service.call(sendContactMessage, { body: MESSAGE });
    }
    const response = await service.app.inject({
      method: 'POST',
      url: '/api/contact',
      payload: MESSAGE,
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    assert.equal(response.statusCode, 429);
    assert.equal(response.headers['retry-after'], '3600');
    assert.equal(
      response.json().message,
      'Too many requests: the limit is 5 messages an hour. Try again in 3600 s.',
    );
    assert.equal((await storedMessages(service)).length, 5);
    service.clock.advance(3_600_000);
    await service.call(sendContactMessage, { body: MESSAGE });
  });

  it('that fills in the hidden field is dropped without a word', async (t) => {
    const service = await startTestService(t);
    const person = await service.call(sendContactMessage, { body: MESSAGE });
    const program = await service.call(sendContactMessage, {
      body: { ...MESSAGE, website: 'https://spam.example' },
    });
    assert.deepEqual(program, person);
    assert.equal((await storedMessages(service)).length, 1);
  });

  it('is stored and mailed once, however often and fast it is sent again', async (t) => {
    const service = await startTestService(t);
    const body = { ...MESSAGE, message_id: randomUUID() };
    const send = () => service.call(sendContactMessage, { body });
    await Promise.all([send(), send(), send()]);
    // What is known already counts against no limit.
    for (let count = 0; count < 5; count += 1) await send();
    assert.equal((await storedMessages(service)).length, 1);
    assert.equal((await service.mailsTo('support@quorate.example')).length, 1);
    await service.call(sendContactMessage, { body: { ...MESSAGE, message_id: randomUUID() } });
    assert.equal((await storedMessages(service)).length, 2);
  });

  it('cannot smuggle a header or markup into the mail', async (t) => {
    const service = await startTestService(t);
    await service.call(sendContactMessage, {
      body: { ...MESSAGE, subject: 'Hi\r\nBcc: all@example.com', name: '<b>Amina</b>' },
    });
    const [mail] = await service.mailsTo('support@quorate.example');
    assert.equal(mail?.subject, 'Contact: Hi Bcc: all@example.com');
    assert.doesNotMatch(mail?.html ?? '', /<b>Amina/);
  });
});
