import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signup } from '@quorate/contract/account';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { listReviews, writeReview } from '@quorate/contract/reviews';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

const PASSWORD = 'correct horse battery';
const REVIEW = { rating: 5, comment: 'Send your password to us, please.' };

describe('a name that speaks for the service', () => {
  it('is refused at sign-up, also the one that the operator gave the product', async (t) => {
    const brand = { ...DEFAULT_BRAND, name: 'Acme' };
    const service = await startTestService(t, { brand });
    for (const [place, username] of [
      'support',
      'аdmin',
      '5upp0rt',
      'acme-team',
      'Quorate',
      'qu0rate',
    ].entries()) {
      const body = { username, email: `user${place}@example.com`, password: PASSWORD };
      const failure = await service.fail(signup, { body });
      assert.equal(failure.status, 400, username);
      assert.ok(failure.fields?.username, username);
    }
    assert.deepEqual(await service.db.selectFrom('users').select('id').execute(), []);
  });

  it('signs no review where an older account has it, and no older review shows it', async (t) => {
    const service = await startTestService(t);
    const { user, token } = await signedInUser(service, { username: 'amina' });
    await service.call(writeReview, { body: REVIEW }, token);
    await service.db
      .updateTable('users')
      .set({ username: 'Support', username_key: 'support' })
      .where('id', '=', user.id)
      .execute();
    service.clock.advance(2_000);
    const failure = await service.fail(writeReview, { body: REVIEW }, token);
    assert.equal(failure.code, 'name_reserved');
    assert.match(failure.message, /Support .*support@quorate\.example/);
    const { reviews } = await service.call(listReviews);
    assert.deepEqual(
      reviews.map(({ user_name }) => user_name),
      ['A trader'],
    );
  });
});

it('two names that look the same are not both given out', async (t) => {
  const service = await startTestService(t);
  const names = ['cleo', 'Cleo', 'c1eo', 'cIeo', 'cle0', 'СІео', 'ｃｌｅｏ'];
  await Promise.all(
    names.map((username, place) =>
      service.call(signup, {
        body: { username, email: `user${place}@example.com`, password: PASSWORD },
      }),
    ),
  );
  const users = await service.db.selectFrom('users').select('username').execute();
  assert.equal(users.length, 1, users.map(({ username }) => username).join());
  await service.runJobs();
  const mails = await service.db.selectFrom('outbox').select('subject').execute();
  const others = mails.filter(({ subject }) => subject === 'Choose another username for Quorate');
  assert.equal(others.length, names.length - 1);
});
