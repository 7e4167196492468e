import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  forgotPassword,
  login,
  resendVerification,
  resetPassword,
  signup,
  verifyEmail,
} from '@quorate/contract/account';
import { getDashboard } from '@quorate/contract/usage';
import { mailedToken } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

const AMINA = { username: 'amina', email: 'amina@example.com', password: 'correct horse battery' };

describe('no log line', () => {
  // @promise 2.7
  it('holds a token, a password or a code, whatever happens and however much is logged', async (t) => {
    const lines: string[] = [];
    const service = await startTestService(t, { log: (line) => lines.push(line) });
    const secrets = [AMINA.password, 'wrong horse', 'sixsix seven'];
    await service.call(signup, { body: AMINA });
    const verify = await mailedToken(service, AMINA.email);
    await service.app.inject({ url: `/verify-email?token=${verify}` });
    await service.call(verifyEmail, { body: { token: verify } });
    await service.fail(verifyEmail, { body: { token: verify } });
    await service.fail(login, { body: { username_or_email: 'amina', password: 'wrong horse' } });
    const { access_token } = await service.call(login, {
      body: { username_or_email: 'amina', password: AMINA.password },
    });
    await service.call(getDashboard, {}, access_token);
    await service.app.inject({
      url: '/api/nothing',
      headers: { authorization: `Bearer ${access_token}` },
    });
    service.clock.advance(60_000);
    await service.call(resendVerification, { body: { email: AMINA.email } });
    await service.call(forgotPassword, { body: { email: AMINA.email } });
    const reset = await mailedToken(service, AMINA.email);
    await service.app.inject({ url: `/reset-password?token=${reset}` });
    await service.app.inject({ url: `/%E0%A4%A?token=${reset}` });
    await service.app.inject({
      method: 'POST',
      url: resetPassword.path,
      payload: `{"token":"${reset}","password":`,
      headers: { 'content-type': 'application/json' },
    });
    await service.database.db.schema.alterTable('users').renameTo('users_gone').execute();
    const broken = [
      await service.fail(resetPassword, { body: { token: reset, password: 'sixsix seven' } }),
      await service.fail(login, { body: { username_or_email: 'amina', password: AMINA.password } }),
      await service.fail(getDashboard, {}, access_token),
      await service.fail(signup, { body: { ...AMINA, username: 'other' } }),
    ];
    for (const { status } of broken) assert.equal(status, 500);
    const log = lines.join('');
    assert.match(log, /users/, 'the faults were logged');
    for (const secret of [...secrets, verify, reset, access_token]) {
      assert.ok(secret.length > 5 && !log.includes(secret), `${secret} was logged`);
    }
  });
});
