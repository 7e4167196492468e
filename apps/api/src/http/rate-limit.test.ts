import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';
import { testClock } from '../../test/helpers/test-clock.ts';
import { textMessage } from '../words/i18n.ts';
import { AppError } from './app-error.ts';
import {
  clearCounts,
  countAgainst,
  countingUnlessRight,
  countWithin,
  removeOldCounts,
} from './rate-limit.ts';

const MINUTE_MS = 60_000;
const LIMIT = {
  what: 'test',
  limit: 3,
  windowMs: 15 * MINUTE_MS,
  words: textMessage('3 tests in 15 minutes'),
};

async function startCounting(t: TestContext) {
  const { db, close } = await freshDatabase();
  t.after(close);
  const clock = testClock();
  const deps = { db, clock };
  return { db, clock, deps, count: (who = 'amina') => countWithin(deps, LIMIT, who) };
}

describe('a limit', () => {
  it('lets exactly its number through when a hundred come at once', async (t) => {
    const { count } = await startCounting(t);
    const all = await Promise.all(Array.from({ length: 100 }, () => count()));
    assert.equal(all.filter((counted) => counted !== null).length, 3);
    assert.ok(await count('bela'), 'and is no one else’s');
  });

  it('holds in every stretch of its time, not only from quarter to quarter', async (t) => {
    const { clock, count } = await startCounting(t);
    assert.ok(await count());
    clock.advance(14 * MINUTE_MS);
    assert.ok(await count());
    assert.ok(await count());
    assert.equal(await count(), null);
    clock.advance(MINUTE_MS - 1);
    assert.equal(await count(), null, 'a millisecond before the first is too old');
    clock.advance(1);
    assert.ok(await count(), 'there is room for one');
    assert.equal(await count(), null, 'and for no more');
  });

  it('is never passed in any window, and refuses only when its window is full', async (t) => {
    const { db, clock, deps } = await startCounting(t);
    let run = 0;
    const steps = fc.array(
      fc.record({
        waitMs: fc.integer({ min: 0, max: 9 * MINUTE_MS }),
        tries: fc.integer({ min: 1, max: 5 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (walk) => {
        run += 1;
        const passed: number[] = [];
        for (const { waitMs, tries } of walk) {
          clock.advance(waitMs);
          const now = clock.now();
          const inWindow = () => passed.filter((at) => at > now - LIMIT.windowMs).length;
          const room = LIMIT.limit - inWindow();
          const results = await Promise.all(
            Array.from({ length: tries }, () => countWithin(deps, LIMIT, `run ${run}`)),
          );
          const taken = results.filter((counted) => counted !== null).length;
          assert.equal(taken, Math.min(room, tries));
          for (let each = 0; each < taken; each += 1) passed.push(now);
        }
      }),
      { numRuns: 40 },
    );
    // Old ones go by whole minutes.
    clock.advance(LIMIT.windowMs + MINUTE_MS);
    await removeOldCounts({ db, clock });
    assert.deepEqual(await db.selectFrom('rate_hits').select('key').execute(), []);
  });

  it('is cleared in the order in which hits are counted, so that no two wait for each other', {
    skip: process.env.TEST_DATABASE === 'postgres' ? false : 'needs PostgreSQL: npm test does it',
  }, async (t) => {
    const { db, deps, clock } = await startCounting(t);
    // Written one by one, in another order than that of their keys.
    for (let each = 0; each < 20; each += 1) await countWithin(deps, LIMIT, 'amina', String(each));
    const keys = await db.selectFrom('rate_hits').select('key').orderBy('key').execute();
    const lock = (on: typeof db, key = '') =>
      on.selectFrom('rate_hits').select('key').where('key', '=', key).forUpdate();
    let cleared: Promise<void> | undefined;
    await db.transaction().execute(async (holder) => {
      await lock(holder, keys[0]?.key).execute();
      cleared = clearCounts(db, LIMIT.what, 'amina');
      await setTimeout(200);
      // It waits for the first, and holds none of those that come later.
      for (const { key } of keys.slice(1))
        assert.equal((await lock(db, key).noWait().execute()).length, 1);
      clock.advance(2 * LIMIT.windowMs);
      await removeOldCounts(deps);
    });
    await cleared;
    assert.deepEqual(await db.selectFrom('rate_hits').select('key').execute(), []);
  });

  it('gives one back, and only one, whichever came first', async (t) => {
    const { clock, count } = await startCounting(t);
    const first = await count();
    await count();
    clock.advance(1_000);
    await count();
    assert.equal(await count(), null);
    await first?.giveBack();
    assert.ok(await count());
    assert.equal(await count(), null);
    clock.set('2026-03-02T09:00:00Z');
    assert.equal(await count(), null, 'a clock that jumps back frees nothing');
  });

  it('blocks nobody for longer than its time when the clock has jumped back', async (t) => {
    const { clock, deps, count } = await startCounting(t);
    clock.set('2026-03-09T10:00:00Z');
    for (let times = 0; times < 3; times += 1) await count();
    clock.set('2026-03-02T10:00:00Z');
    await assert.rejects(countAgainst(deps, LIMIT, 'amina'), {
      code: 'rate_limited',
      message: 'Too many requests: the limit is 3 tests in 15 minutes. Try again in 900 s.',
    });
  });

  it('says how long to wait, to the second in which there is room', async (t) => {
    const { clock, deps, count } = await startCounting(t);
    await count();
    clock.advance(10 * MINUTE_MS);
    await count();
    await count();
    clock.advance(499);
    await assert.rejects(countAgainst(deps, LIMIT, 'amina'), {
      details: { limit: LIMIT.words, retry_after_s: 300 },
    });
    clock.advance(300_000);
    await countAgainst(deps, LIMIT, 'amina');
  });

  it('that was lowered waits until so many are gone that one more fits', async (t) => {
    const { clock, deps } = await startCounting(t);
    for (let times = 0; times < 3; times += 1) {
      await countWithin(deps, LIMIT, 'amina');
      clock.advance(MINUTE_MS);
    }
    await assert.rejects(countAgainst(deps, { ...LIMIT, limit: 1 }, 'amina'), {
      details: { limit: LIMIT.words, retry_after_s: 14 * 60 },
    });
  });

  it('counts apart what is named apart, and clears it together', async (t) => {
    const { db, deps } = await startCounting(t);
    const one = { ...LIMIT, limit: 1 };
    assert.ok(await countWithin(deps, one, 'amina'));
    assert.ok(await countWithin(deps, one, 'amina', 'home'));
    assert.ok(await countWithin(deps, one, 'amin'));
    assert.equal(await countWithin(deps, one, 'amina', 'home'), null);
    await clearCounts(db, 'test', 'amina');
    assert.ok(await countWithin(deps, one, 'amina'));
    assert.ok(await countWithin(deps, one, 'amina', 'home'));
    assert.equal(await countWithin(deps, one, 'amin'), null, 'another’s count is not cleared');
  });

  it('stores nobody’s name or address', async (t) => {
    const { db, deps } = await startCounting(t);
    await countWithin(deps, LIMIT, 'amina@example.com', '203.0.113.7');
    const stored = JSON.stringify(await db.selectFrom('rate_hits').selectAll().execute());
    assert.doesNotMatch(stored, /amina|203/);
  });
});

describe('work that counts unless it is right', () => {
  const wrong = () => Promise.reject(new AppError('invalid_credentials'));
  const isFailure = (error: unknown) =>
    error instanceof AppError && error.code === 'invalid_credentials';

  async function startGuarding(t: TestContext) {
    const started = await startCounting(t);
    const guarded = { limit: LIMIT, who: 'amina' };
    const guard = (work: () => Promise<string>) =>
      countingUnlessRight(started.deps, guarded, isFailure, work).catch(({ code }) => code);
    return { ...started, guard };
  }

  it('waits for what is under way on another copy, and is not refused for it', async (t) => {
    const { guard, count } = await startGuarding(t);
    const elsewhere = [await count(), await count(), await count()];
    const waiting = guard(async () => 'right');
    assert.equal(await Promise.race([waiting, setTimeout(300, 'waits')]), 'waits');
    await elsewhere[1]?.giveBack();
    assert.equal(await waiting, 'right');
  });

  it('is refused at once when its failures have reached the limit', async (t) => {
    const { guard } = await startGuarding(t);
    const codes = await Promise.all(Array.from({ length: 9 }, () => guard(wrong)));
    assert.deepEqual(codes.filter((code) => code === 'invalid_credentials').length, 3);
    assert.equal(await guard(async () => 'right'), 'rate_limited');
  });

  it('lets sixty wait, and sends away who comes then', async (t) => {
    const { guard } = await startGuarding(t);
    const codes = await Promise.all(
      Array.from({ length: 80 }, () => guard(() => setTimeout(10, 'right'))),
    );
    const counts = (code: string) => codes.filter((one) => one === code).length;
    assert.deepEqual([counts('right'), counts('busy')], [63, 17]);
  });
});
