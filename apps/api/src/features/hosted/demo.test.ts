import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, instant, MINUTE_MS } from '@quorate/values/instant';
import { DEFAULT_LIMITS } from '../../config/limits.ts';
import { keepDemo } from '../../process/service-jobs.ts';
import { tendDemo } from './demo.ts';
import { demoDueAt } from './hosted-market.ts';
import { createPracticePrices } from './price-sources.ts';
import { hostedStage } from './testing/hosted-stage.ts';

const BEGAN = instant(0);
const of = { began: BEGAN, fastHourMs: undefined };
const due = (beforeMs: number, stepMs: number) =>
  demoDueAt(instant(1_000), instant(beforeMs), instant(beforeMs + stepMs), of) - 1_000;

describe('the pace of the live demo', () => {
  it('is an hour a second for four weeks, then a bar of five minutes a minute', () => {
    assert.equal(due(DAY_MS, HOUR_MS), 1_000);
    assert.equal(due(DAY_MS, 5 * MINUTE_MS), 83);
    assert.equal(due(28 * DAY_MS, 5 * MINUTE_MS), MINUTE_MS);
    assert.equal(due(60 * DAY_MS, 5 * MINUTE_MS), MINUTE_MS);
  });

  it('has all bars of one moment at once, and waits out no weekend', () => {
    assert.equal(due(40 * DAY_MS, 0), 0);
    assert.equal(due(40 * DAY_MS, 49 * HOUR_MS), MINUTE_MS);
    assert.equal(due(DAY_MS, 49 * HOUR_MS), 1_000);
  });
});

describe('the account of the live demo', () => {
  it('trades with the built-in analysts, for no tokens and against no limit of a plan', async (t) => {
    const { service, clock, run, faults } = await hostedStage(t);
    const { db } = service;
    await tendDemo({
      db,
      clock,
      announce: async () => {},
      limits: { hostedPerRange: 1 },
      prices: [createPracticePrices()],
    });
    const runner = run();
    const read = () => db.selectFrom('hosted_accounts').selectAll().executeTakeFirstOrThrow();
    for (let tries = 0; (await read()).closed_trades < 3; tries += 1) {
      assert.ok(tries < 600, JSON.stringify(faults));
      await sleep(50);
    }
    await runner.stop();
    assert.deepEqual(faults, []);
    const { waits_for, paused_by } = await read();
    assert.deepEqual({ waits_for, paused_by }, { waits_for: null, paused_by: null });
    assert.deepEqual(await db.selectFrom('hosted_use').selectAll().execute(), []);
    const used = await db.selectFrom('token_usage').selectAll().execute();
    assert.ok(used.every(({ tokens_used }) => tokens_used === 0));
    const trades = await db.selectFrom('trades').selectAll().execute();
    assert.ok(trades.every(({ account_type }) => account_type === 'practice'));
  });

  it('stands still where there is no demo any more, and goes on with its history once there is', async (t) => {
    const { service, clock, run, faults } = await hostedStage(t);
    const { db } = service;
    const keep = (demo: boolean) => keepDemo({ demo, limits: DEFAULT_LIMITS }, { db, clock });
    const read = () => db.selectFrom('hosted_accounts').selectAll().executeTakeFirstOrThrow();
    const until = async (isSo: () => Promise<boolean>, most = 600) => {
      for (let tries = 0; !(await isSo()); tries += 1) {
        assert.ok(tries < most, JSON.stringify([faults, await read()]));
        await sleep(50);
      }
    };
    // Nothing to stop yet.
    await keep(false);
    await keep(true);
    const first = run(20);
    await until(async () => (await read()).closed_trades > 0);
    await until(async () => (await read()).open_positions > 0);
    await keep(false);
    await keep(false);
    await until(async () => {
      const before = (await read()).bar_at?.getTime();
      await sleep(1_000);
      return before === (await read()).bar_at?.getTime();
    }, 20);
    await first.stop();
    const stopped = await read();
    // As after a restart of the service.
    const second = run(20);
    await until(async () => second.held() === 1);
    await sleep(1_500);
    assert.deepEqual((await read()).bar_at, stopped.bar_at);
    const trades = () => db.selectFrom('trades').select('position_ticket').execute();
    const kept = await trades();
    await keep(true);
    await until(async () => (await read()).closed_trades > stopped.closed_trades);
    await second.stop();
    assert.deepEqual(faults, []);
    const now = await read();
    assert.deepEqual([now.paused_by, now.resets], [null, 0]);
    const tickets = new Set((await trades()).map(({ position_ticket }) => position_ticket));
    assert.ok(kept.length > 0 && kept.every(({ position_ticket }) => tickets.has(position_ticket)));
  });
});
