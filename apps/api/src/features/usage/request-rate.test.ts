import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type PlanName, planByName } from '@quorate/contract/plans';
import { idOf, type UserId } from '@quorate/values/ids';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import { testClock } from '../../../test/helpers/test-clock.ts';
import { AppError } from '../../http/app-error.ts';
import { createRequestRate, REFUSAL_STANDS_MS } from './request-rate.ts';

const MINUTE_MS = 60_000;
const AMINA = idOf<UserId>('01890000-0000-7000-8000-00000000000a');
const BELA = idOf<UserId>('01890000-0000-7000-8000-00000000000b');

async function start(t: TestContext, plan: PlanName, countsPaper = false) {
  const { db, close } = await freshDatabase();
  t.after(close);
  const clock = testClock();
  const held = { plan, read: 0 };
  const cycle = { start: new Date(0), end: new Date(1) };
  const deps = {
    db,
    clock,
    countsPaper,
    readEntitlements: async () => {
      held.read += 1;
      return { plan: planByName(held.plan), source: 'given' as const, cycle, overdue: null };
    },
  };
  const make = () => {
    const count = createRequestRate(deps);
    return async (userId = AMINA, paper = false): Promise<number | null> => {
      try {
        await count(userId, { paper });
        return null;
      } catch (error) {
        if (error instanceof AppError && error.code === 'rate_limited')
          return Number(error.details?.retry_after_s);
        throw error;
      }
    };
  };
  return { clock, held, make, count: make() };
}

describe('requests of a minute', () => {
  // @spec 9.9
  // @promise 5.5
  it('are exact at 1,000 a second: none beyond the limit in any minute, none refused while there is room', {
    timeout: 120_000,
  }, async (t) => {
    const { clock, count } = await start(t, 'Elite');
    const limit = 1_000;
    const passed: number[] = [];
    for (let request = 0; request < 125_000; request += 1) {
      const now = clock.now();
      const oldest = passed[passed.length - limit];
      const room = oldest === undefined || oldest <= now - MINUTE_MS;
      const waitSeconds = await count();
      assert.equal(waitSeconds === null, room, `request ${request}`);
      if (waitSeconds === null) passed.push(now);
      else {
        const waitMs = (oldest ?? now) + MINUTE_MS - now;
        assert.equal(waitSeconds, Math.ceil(waitMs / 1_000), 'to the second');
      }
      clock.advance(1);
    }
    assert.equal(passed.length, 3 * limit);
  });

  it('are exact for 2,000 at the same moment, in two services on one database', async (t) => {
    const { make } = await start(t, 'Pro');
    const [one, other] = [make(), make()];
    const results = await Promise.all(
      Array.from({ length: 2_000 }, (_, index) => (index % 2 ? one() : other())),
    );
    assert.equal(results.filter((waitSeconds) => waitSeconds === null).length, 300);
  });

  it('are counted of paper runs, too, where each asks a language model', async (t) => {
    const { clock, count } = await start(t, 'Free', true);
    for (let request = 0; request < 20; request += 1) assert.equal(await count(AMINA, true), null);
    assert.equal(await count(AMINA, true), 60);
    assert.equal(await count(AMINA), 60, 'runs and terminals share the minute');
    clock.advance(MINUTE_MS);
    assert.equal(await count(AMINA, true), null);
  });

  it('are those of terminals: a paper run takes none of them, and waits for none', async (t) => {
    const { count } = await start(t, 'Free');
    for (let times = 0; times < 50; times += 1) assert.equal(await count(AMINA, true), null);
    for (let times = 0; times < 20; times += 1) assert.equal(await count(), null);
    assert.equal(await count(), 60);
    assert.equal(await count(AMINA, true), null);
  });

  it('are counted for each user alone', async (t) => {
    const { count } = await start(t, 'Free');
    for (let times = 0; times < 20; times += 1) assert.equal(await count(), null);
    assert.equal(await count(), 60);
    assert.equal(await count(BELA), null);
  });

  it('have room within a second of an upgrade, and at once where no refusal stands', async (t) => {
    const { clock, held, count } = await start(t, 'Free');
    for (let times = 0; times < 20; times += 1) await count();
    assert.equal(await count(), 60);
    held.plan = 'Starter';
    clock.advance(REFUSAL_STANDS_MS - 1);
    assert.equal(await count(), 60);
    clock.advance(1);
    for (let times = 0; times < 40; times += 1) assert.equal(await count(), null);
    assert.equal(await count(), 59);
  });

  it('do not make the service look the plan up for each one that is refused', async (t) => {
    const { clock, held, count } = await start(t, 'Free');
    for (let times = 0; times < 20; times += 1) await count();
    held.read = 0;
    for (let request = 0; request < 3_000; request += 1) {
      assert.ok(await count());
      clock.advance(1);
    }
    assert.equal(held.read, 3);
  });

  it('are not refused for longer by a clock that jumps back', async (t) => {
    const { clock, held, count } = await start(t, 'Free');
    for (let times = 0; times < 20; times += 1) await count();
    await count();
    held.plan = 'Pro';
    clock.advance(-1);
    assert.equal(await count(), null);
  });
});
