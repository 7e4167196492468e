import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import { testClock } from '../../../test/helpers/test-clock.ts';
import { createDayBudget } from './day-budget.ts';

async function start(t: TestContext, tokensPerDay: number) {
  const { db, close } = await freshDatabase();
  t.after(close);
  const clock = testClock('2026-03-02T23:59:59Z');
  const make = () => createDayBudget({ clock }, 'assistant_spending', tokensPerDay);
  const rows = () =>
    db.selectFrom('assistant_spending').select(['day', 'tokens']).orderBy('day').execute();
  return { db, clock, make, rows };
}

describe('the tokens of a day', () => {
  it('are exact for 100 who ask at once, in two services, for what is left to one of them', async (t) => {
    const { db, make, rows } = await start(t, 1_000);
    const [one, other] = [make(), make()];
    await one.reserve(db, 600);
    const reserved = await Promise.all(
      Array.from({ length: 100 }, (_, at) => (at % 2 ? one : other).reserve(db, 400)),
    );
    assert.equal(reserved.filter((each) => each !== null).length, 1);
    assert.deepEqual(await rows(), [{ day: '2026-03-02', tokens: 1_000 }]);
  });

  // @promise 5.1
  it('are never overspent by 2,000 calls that reserve much and take less', async (t) => {
    const { db, make, rows } = await start(t, 10_000);
    const budget = make();
    let taken = 0;
    await Promise.all(
      Array.from({ length: 2_000 }, async (_, at) => {
        const reserved = await budget.reserve(db, 500);
        if (!reserved) return;
        taken += at % 100;
        await reserved.settle(db, at % 100);
        const [row] = await rows();
        assert.ok((row?.tokens ?? 0) <= 10_000);
      }),
    );
    assert.deepEqual(await rows(), [{ day: '2026-03-02', tokens: taken }]);
    assert.ok(taken > 0);
  });

  it('are settled on the day they were set aside, and the next day begins with none', async (t) => {
    const { db, clock, make, rows } = await start(t, 100);
    const budget = make();
    const late = await budget.reserve(db, 100);
    clock.advance(1_000);
    assert.ok(await budget.reserve(db, 100));
    await late?.settle(db, 30);
    assert.deepEqual(await rows(), [
      { day: '2026-03-02', tokens: 30 },
      { day: '2026-03-03', tokens: 100 },
    ]);
  });

  it('that are fewer than one call takes let none through', async (t) => {
    const { db, make, rows } = await start(t, 99);
    assert.equal(await make().reserve(db, 100), null);
    assert.deepEqual(await rows(), []);
  });
});
