import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { planByName } from '@quorate/contract/plans';
import { idOf, type UserId } from '@quorate/values/ids';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { AppError } from '../../http/app-error.ts';
import type { Entitlements } from '../billing/entitlements/entitlements.ts';
import { createTokens, type Reservation } from './metering.ts';

const AT_ONCE = 100;
const ROUNDS = 100;
/** None of them goes evenly into what one call takes, so that the last tokens are never all taken. */
const LIMITS = [7_777, 33_333, 150_000, 999_999];
const NEEDED = 1_000;

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { db, clock } = service;
  const cycle = { start: new Date(clock.now()), end: new Date(clock.now() + 86_400_000) };
  const users: { userId: UserId; entitled: Entitlements; limit: number }[] = [];
  for (const limit of LIMITS) {
    const { user } = await signedInUser(service);
    const plan = planByName('Free');
    users.push({
      userId: idOf<UserId>(user.id),
      limit,
      entitled: {
        plan: { ...plan, granted: { ...plan.granted, tokens: limit } },
        source: 'free',
        cycle,
        overdue: null,
      },
    });
  }
  // Two copies of the service, which know nothing of each other's batches.
  const copies = [createTokens(service), createTokens(service)] as const;
  let asked = 0;
  const tokens = () => copies[asked++ % 2 === 0 ? 0 : 1];
  return { db, tokens, users };
}

type Stage = Awaited<ReturnType<typeof start>>;
type User = Stage['users'][number];

/** @returns null when there are not enough tokens left */
function reserve({ tokens }: Stage, { userId, entitled }: User): Promise<Reservation | null> {
  return tokens()
    .reserve(userId, entitled, NEEDED)
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'token_limit_reached') return null;
      throw error;
    });
}

/** Used and set aside, as it is stored. */
async function spentOf({ db }: Stage, { userId }: User): Promise<number> {
  const used = await db
    .selectFrom('token_usage')
    .select(({ fn }) => fn.sum<string>('tokens_used').as('sum'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const reserved = await db
    .selectFrom('token_reservations')
    .select(({ fn }) => fn.sum<string>('tokens').as('sum'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(used?.sum ?? 0) + Number(reserved?.sum ?? 0);
}

describe('reservations at the same time', () => {
  // @promise 5.2
  it('never set more tokens aside than there are, and none fewer, while others are settled and given back', {
    timeout: 240_000,
  }, async (t) => {
    const stage = await start(t);
    const settled = new Map(stage.users.map((user) => [user.userId, 0]));
    let asked = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, index) => {
          const user = stage.users[index % stage.users.length];
          if (!user) throw new Error('there is no user');
          asked += 1;
          const reservation = await reserve(stage, user);
          if (!reservation) return;
          // Every third call takes nothing, every third what it may, the others half of it.
          const taken = [0, NEEDED, NEEDED / 2][(round + index) % 3] ?? 0;
          if (taken === 0) return reservation.release(stage.db);
          await reservation.settle(stage.db, taken);
          settled.set(user.userId, (settled.get(user.userId) ?? 0) + taken);
        }),
      );
      for (const user of stage.users) {
        const spent = await spentOf(stage, user);
        assert.ok(spent <= user.limit, `round ${round}: ${spent} of ${user.limit}`);
        assert.equal(spent, settled.get(user.userId), 'exactly what was settled');
      }
    }
    assert.equal(asked, ROUNDS * AT_ONCE);
    for (const user of stage.users) {
      const left = user.limit - (await spentOf(stage, user));
      assert.ok(left >= 0 && left < NEEDED, `${left} of ${user.limit} could not be had`);
    }
  });

  it('are held to the limit while none of them is settled', { timeout: 240_000 }, async (t) => {
    const stage = await start(t);
    for (const user of stage.users.slice(0, 3)) {
      const all = await Promise.all(Array.from({ length: 500 }, () => reserve(stage, user)));
      const held = all.filter((reservation) => reservation !== null);
      assert.equal(held.length, Math.floor(user.limit / NEEDED));
      assert.equal(await spentOf(stage, user), held.length * NEEDED);
    }
  });
});
