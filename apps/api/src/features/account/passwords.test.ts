import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { login } from '@quorate/contract/account';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

describe('checking passwords', () => {
  // @promise 2.11
  it('works on a few at a time, lets twenty wait, and sends everybody else away at once', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => hashPassword('correct horse')),
    );
    const done = results.filter(({ status }) => status === 'fulfilled').length;
    assert.ok(done >= 21 && done < 100, `${done} were hashed`);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      assert.equal(result.reason.code, 'busy');
      assert.equal(result.reason.status, 503);
    }
    await hashPassword('correct horse');
  });

  // @promise 2.2
  it('finds no password right for an account that has none, and takes as long over it', async () => {
    const hash = await hashPassword('correct horse');
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal(await verifyPassword(hash, 'correct horse'), true);
    for (const absent of [null, undefined]) {
      for (const password of ['correct horse', '', '\u0000'])
        assert.equal(await verifyPassword(absent, password), false);
    }
    const timesOf = async (against: string | null) => {
      const startedAt = performance.now();
      for (let count = 0; count < 8; count += 1) await verifyPassword(against, 'wrong');
      return performance.now() - startedAt;
    };
    const [present, absent] = [await timesOf(hash), await timesOf(null)];
    assert.ok(absent > present / 3, `${absent} ms against ${present} ms`);
  });

  // @promise 2.11
  it('answers 503 with Retry-After, and counts nobody who was sent away as failed', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    const attempt = (name: string) =>
      service.app.inject({
        method: 'POST',
        url: login.path,
        payload: { username_or_email: name, password: 'wrong' },
      });
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, place) => attempt(`nobody${place}`)),
    );
    const shed = answers.filter(({ statusCode }) => statusCode === 503);
    const failed = answers.filter(({ statusCode }) => statusCode === 401);
    assert.equal(shed.length + failed.length, 80);
    assert.ok(shed.length > 0 && failed.length >= 20, `${shed.length} of 80`);
    assert.equal(shed[0]?.headers['retry-after'], '2');
    assert.equal(
      shed[0]?.json().message,
      'Too many people are signing in right now. Try again in 2 s.',
    );
    const counted = await service.db
      .selectFrom('rate_hits')
      .select('hits')
      .where('key', 'like', 'sign-in-address:%')
      .executeTakeFirstOrThrow();
    assert.equal(counted.hits.length, failed.length);
  });
});
