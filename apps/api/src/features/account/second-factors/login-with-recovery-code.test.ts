import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { getAccountSecurity, listSecurityEvents } from '@quorate/contract/security';
import { loginWithCode } from '@quorate/contract/sign-in-steps';
import { challengeFor, codeOf, userWithApp } from '../../../../test/helpers/second-factor.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { createSealing } from '../../../db/sealing.ts';
import { totpPlace } from './totp.ts';

const ROOM = { signInFailuresPerAccount: 1_000, codeFailuresPerDay: 1_000, codeTries: 1_000 };

describe('a recovery code', () => {
  it('stands for the app once, however it is typed, and its owner is told how many are left', async (t) => {
    const service = await startTestService(t);
    const amina = await userWithApp(service);
    const code = amina.recoveryCodes[0] ?? '';
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    const challenge = await challengeFor(service, amina);
    const reply = await service.call(loginWithCode, { body: { challenge, code: typed } });
    const { security } = await service.call(getAccountSecurity, {}, reply.access_token);
    assert.equal(security.recovery_codes_left, 9);
    const [mail] = await service.mailsTo(amina.user.email);
    assert.equal(mail?.subject, 'A recovery code of your account was used');
    assert.match(mail.text, /9 are left/);
    const { events } = await service.call(listSecurityEvents, {}, reply.access_token);
    assert.ok(events.some(({ kind }) => kind === 'recovery_code_used'));

    const again = { challenge: await challengeFor(service, amina), code };
    assert.equal((await service.fail(loginWithCode, { body: again })).code, 'wrong_code');
  });

  it('is used once of fifty sign-ins at the same moment', async (t) => {
    const service = await startTestService(t, { limits: ROOM });
    const amina = await userWithApp(service);
    const challenges: string[] = [];
    for (let count = 0; count < 50; count++) challenges.push(await challengeFor(service, amina));
    const code = amina.recoveryCodes[3];
    const answers = await Promise.all(
      challenges.map((challenge) =>
        service.app.inject({ method: 'POST', url: '/login/code', payload: { challenge, code } }),
      ),
    );
    assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
  });

  it('says so when it was the last', async (t) => {
    const service = await startTestService(t);
    const amina = await userWithApp(service);
    for (const code of amina.recoveryCodes) {
      const challenge = await challengeFor(service, amina);
      await service.call(loginWithCode, { body: { challenge, code } });
    }
    const [mail] = await service.mailsTo(amina.user.email);
    assert.match(mail?.text ?? '', /It was the last one: make new ones now\./);
  });

  it('opens the account when the secret can no longer be opened; its app does not', async (t) => {
    const service = await startTestService(t);
    const amina = await userWithApp(service);
    // The key was lost: what was sealed under it is noise from now on.
    const lost = createSealing(randomBytes(32)).seal(amina.secret, totpPlace(amina.user.id));
    await service.db.updateTable('totp_secrets').set({ sealed_secret: lost }).execute();
    const challenge = await challengeFor(service, amina);
    const byApp = { challenge, code: codeOf(service, amina.secret) };
    const failure = await service.fail(loginWithCode, { body: byApp });
    assert.deepEqual([failure.status, failure.code], [500, 'internal']);
    assert.doesNotMatch(JSON.stringify(failure), /sealed|SECRET_KEY|totp:/);
    await service.call(loginWithCode, { body: { challenge, code: amina.recoveryCodes[0] ?? '' } });
  });
});
