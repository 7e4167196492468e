import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import type { UserId } from '@quorate/values/ids';
import { v7 } from 'uuid';
import { freshDatabase } from '../../../../../test/helpers/fresh-database.ts';
import { type TestClock, testClock } from '../../../../../test/helpers/test-clock.ts';
import { DEFAULT_LIMITS } from '../../../../config/limits.ts';
import { createSealing } from '../../../../db/sealing.ts';
import type { SellingDeps } from '../../billing.deps.ts';
import { makeCheckoutToken } from '../../checkout-token.ts';
import type { Payments } from '../../payments.ts';
import { fakeProvider } from '../../testing/fake-payments.ts';

export type TestSelling = SellingDeps & {
  clock: TestClock;
  /** Puts people straight into the database: a test needs hundreds of them. */
  addBuyers: (count: number) => Promise<{ id: UserId; customData: Record<string, unknown> }[]>;
};

/** What billing works with, without the service around it. */
export async function startSelling(
  t: TestContext,
  overrides: Partial<Payments> = {},
): Promise<TestSelling> {
  const database = await freshDatabase();
  t.after(() => database.close());
  const { db } = database;
  const clock = testClock();
  const sealing = createSealing(randomBytes(32));
  const silent = () => {};
  return {
    db,
    clock,
    sealing,
    brand: DEFAULT_BRAND,
    publicUrl: 'http://localhost:3000',
    log: { warn: silent, error: silent },
    limits: DEFAULT_LIMITS,
    provider: fakeProvider(overrides),
    async addBuyers(count) {
      const ids = Array.from({ length: count }, () => v7() as UserId);
      const users = ids.map((id) => ({
        id,
        username: id,
        username_key: id,
        email: `${id}@example.com`,
        email_key: `${id}@example.com`,
        password_hash: null,
        email_verified_at: new Date(clock.now()),
        created_at: new Date(clock.now()),
      }));
      await db.insertInto('users').values(users).execute();
      return ids.map((id) => ({
        id,
        customData: { checkout_token: makeCheckoutToken(sealing, id) },
      }));
    },
  };
}
