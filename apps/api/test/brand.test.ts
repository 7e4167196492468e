import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forgotPassword, signup } from '@quorate/contract/account';
import { type Brand, DEFAULT_BRAND } from '@quorate/contract/brand';
import { sendChatMessage } from '@quorate/contract/chat';
import { sendContactMessage } from '@quorate/contract/contact';
import { createOfflineAssistant } from '../src/features/chat/offline-assistant.ts';
import { startTestService } from './helpers/test-service.ts';

const ACME: Brand = {
  name: "Acme, O'Neil + Sons",
  tagline: 'Slow is smooth.',
  supportEmail: 'help@acme.test',
  phone: '+1 (555) 010-99',
  phoneHours: 'Mon 8-12 UTC',
  office: 'Zurich, Switzerland',
  founderName: 'Zoe Arc',
};

/** Every default, and the name in any spelling. */
const DEFAULTS = new RegExp(
  Object.values(DEFAULT_BRAND)
    .map((value) => RegExp.escape(value))
    .join('|'),
  'i',
);

// @spec 10.2
it('mails and answers carry the brand of the operator, and nothing of the default one', async (t) => {
  const assistant = createOfflineAssistant(ACME);
  const service = await startTestService(t, { brand: ACME, assistant });
  const amina = { username: 'amina', email: 'amina@example.com', password: 'correct horse' };
  await service.call(signup, { body: amina });
  await service.call(signup, { body: { ...amina, email: 'other@example.com' } });
  await service.call(signup, { body: { ...amina, username: 'bilal', password: 'another one' } });
  await service.call(forgotPassword, { body: { email: amina.email } });
  const message = { name: 'Amina', email: amina.email, subject: 'Hello', message: 'Hello there.' };
  await service.call(sendContactMessage, { body: { ...message, website: '' } });

  await service.runJobs();
  const mails = await service.db.selectFrom('outbox').selectAll().execute();
  assert.deepEqual(mails.map(({ to_address, subject }) => `${to_address}: ${subject}`).toSorted(), [
    "amina@example.com: Confirm your email for Acme, O'Neil + Sons",
    "amina@example.com: Set a new password for Acme, O'Neil + Sons",
    "amina@example.com: You already have an account with Acme, O'Neil + Sons",
    'help@acme.test: Contact: Hello',
    "other@example.com: Choose another username for Acme, O'Neil + Sons",
  ]);
  for (const mail of mails) {
    assert.match(mail.text, /Acme, O'Neil \+ Sons · help@acme\.test$/);
    assert.match(mail.html, /Acme, O&#39;Neil \+ Sons · help@acme\.test/);
    assert.doesNotMatch(JSON.stringify(mail), DEFAULTS);
  }

  for (const question of [
    'How do I reach you by phone?',
    'Are you human?',
    'Should I buy?',
    'Zzz',
  ]) {
    const { message: answer } = await service.call(sendChatMessage, {
      body: { message: question },
    });
    assert.match(answer, /help@acme\.test|Acme, O'Neil \+ Sons/, question);
    assert.doesNotMatch(answer, DEFAULTS, question);
  }
});
