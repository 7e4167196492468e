import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimDevice, makeDeviceCode } from '@quorate/contract/devices';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import {
  findChallenge,
  issueChallenge,
  LIFETIME_MS,
  type Purpose,
  removeExpiredChallenges,
  takeChallenge,
  tryChallenge,
} from './challenges.ts';
import { hashToken } from './secrets.ts';
import { setPassword } from './users.queries.ts';

const PURPOSES = Object.keys(LIFETIME_MS) as Purpose[];
/** Its rows have an address as well, which `change-email.test.ts` is about. */
const OTHERS = PURPOSES.filter((purpose) => purpose !== 'change_email');

describe('a challenge', () => {
  for (const purpose of OTHERS) {
    it(`to ${purpose} is kept as a hash, works to the millisecond, once of many, and for nothing else`, async (t) => {
      const service = await startTestService(t);
      const { user } = await signedInUser(service);
      const { token } = await issueChallenge(service, purpose, { userId: user.id });
      const stored = JSON.stringify(
        await service.db.selectFrom('challenges').selectAll().execute(),
      );
      assert.ok(!stored.includes(token));
      for (const other of PURPOSES)
        if (other !== purpose) assert.equal(await takeChallenge(service, other, token), undefined);
      const another = await signedInUser(service);
      assert.equal(await takeChallenge(service, purpose, token, another.user.id), undefined);

      service.clock.advance(LIFETIME_MS[purpose] - 1);
      const uses = Array.from({ length: 10 }, () => takeChallenge(service, purpose, token));
      const got = (await Promise.all(uses)).filter((use) => use !== undefined);
      assert.deepEqual(
        got.map(({ user_id }) => user_id),
        [user.id],
      );

      const late = await issueChallenge(service, purpose, { userId: user.id });
      service.clock.advance(LIFETIME_MS[purpose]);
      assert.equal(await takeChallenge(service, purpose, late.token), undefined);
    });
  }

  it('has so many tries, also at once', async (t) => {
    const service = await startTestService(t);
    const { token } = await issueChallenge(service, 'second_factor');
    const tries = Array.from({ length: 10 }, () =>
      tryChallenge(service, 'second_factor', token, 5),
    );
    const counted = (await Promise.all(tries)).flatMap((row) => row?.tries ?? []);
    assert.deepEqual(
      counted.toSorted((a, b) => a - b),
      [1, 2, 3, 4, 5],
    );
  });

  it('is removed when it is over; a link is told apart from one that never was for a day more', async (t) => {
    const service = await startTestService(t);
    const { token: link } = await issueChallenge(service, 'reset');
    const { token: step } = await issueChallenge(service, 'second_factor');
    service.clock.advance(LIFETIME_MS.reset);
    await removeExpiredChallenges(service);
    assert.equal(await findChallenge(service, 'second_factor', step), undefined);
    assert.equal(Boolean((await findChallenge(service, 'reset', link))?.open), false);
    service.clock.advance(LIFETIME_MS.verify + 1);
    await removeExpiredChallenges(service);
    assert.equal(await findChallenge(service, 'reset', link), undefined);
  });
});

describe('beside challenges', () => {
  it('a link that the version before has mailed works, once', async (t) => {
    const service = await startTestService(t);
    const { user } = await signedInUser(service);
    const now = new Date(service.clock.now());
    const row = { user_id: user.id, purpose: 'reset', created_at: now } as const;
    const expires_at = new Date(now.getTime() + LIFETIME_MS.reset);
    const values = { ...row, token_hash: hashToken('mailed'), expires_at };
    await service.db.insertInto('challenges').values(values).execute();
    assert.equal((await takeChallenge(service, 'reset', 'mailed'))?.user_id, user.id);
    assert.equal(await takeChallenge(service, 'reset', 'mailed'), undefined);
  });

  it('a new password ends device codes, also where only the password was set', async (t) => {
    const service = await startTestService(t);
    const { user, token } = await signedInUser(service);
    const { code } = await service.call(makeDeviceCode, {}, token);
    await setPassword(service.db, user.id, 'set by the other copy');
    const device = { kind: 'bot', name: 'desk' } as const;
    const refused = await service.fail(claimDevice, { body: { code, device } });
    assert.equal(refused.code, 'device_code_invalid');
  });
});
