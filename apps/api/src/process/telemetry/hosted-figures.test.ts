import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hostedStage } from '../../features/hosted/testing/hosted-stage.ts';
import { createMetrics } from './metrics.ts';
import { figureOf, parseMetrics } from './testing/parse-metrics.ts';

type Stage = Awaited<ReturnType<typeof hostedStage>>;

/** The figures of the database are kept for 15 seconds: each reader asks for itself. */
async function stateOf({ service, clock }: Stage) {
  const metrics = createMetrics({ database: service.database, clock, version: '1' });
  const figures = parseMetrics((await metrics.scrape()).text);
  metrics.stop();
  return (name: string) => figureOf(figures, `quorate_hosted_${name}`);
}

describe('the figures of hosted accounts', () => {
  it('count runners, accounts held, waiting and paused, and what a runner does', async (t) => {
    const stage = await hostedStage(t);
    const counting = createMetrics({
      database: stage.service.database,
      clock: stage.clock,
      version: '1',
    });
    t.after(() => counting.stop());
    const user = await stage.user();
    const first = await user.begin();
    await user.begin();
    const none = await stateOf(stage);
    assert.deepEqual(
      ['runners_alive', 'accounts', 'accounts_held', 'accounts_waiting'].map(none),
      [0, 2, 0, 2],
    );
    stage.run();
    await user.until((account) => account.closed_trades > 0, first.hosted_id);
    const busy = await stateOf(stage);
    assert.deepEqual(
      ['runners_alive', 'accounts', 'accounts_held', 'accounts_waiting'].map(busy),
      [1, 2, 2, 0],
    );
    await stage.service.db
      .updateTable('hosted_accounts')
      .set({ paused_by: 'idle' })
      .where('id', '=', first.hosted_id)
      .execute();
    const paused = await stateOf(stage);
    assert.deepEqual(['accounts_paused', 'accounts_waiting'].map(paused), [1, 0]);
    const told = parseMetrics((await counting.scrape()).text);
    assert.ok(figureOf(told, 'quorate_hosted_decisions_total', { payer: 'free' }) > 0);
    assert.equal(figureOf(told, 'quorate_hosted_decisions_total', { payer: 'models' }), 0);
    assert.ok(figureOf(told, 'quorate_hosted_bar_late_seconds_count') > 0);
    assert.equal(figureOf(told, 'quorate_hosted_takeovers_total'), 0);
    assert.equal(figureOf(told, 'quorate_hosted_run_failures_total'), 0);
  });

  it('count an account that is taken from a runner that was not seen any more', async (t) => {
    const stage = await hostedStage(t);
    const { db } = stage.service;
    const counting = createMetrics({
      database: stage.service.database,
      clock: stage.clock,
      version: '1',
    });
    t.after(() => counting.stop());
    const user = await stage.user();
    const account = await user.begin();
    const gone = '0197d3a0-0000-7000-8000-000000000001';
    const longAgo = new Date(stage.clock.now() - 60_000);
    await db
      .insertInto('hosted_runners')
      .values({ id: gone, host: 'gone', started_at: longAgo, seen_at: longAgo })
      .execute();
    await db
      .updateTable('hosted_accounts')
      .set({ runner_id: gone })
      .where('id', '=', account.hosted_id)
      .execute();
    stage.run();
    await user.until(({ market_time }) => market_time !== null);
    const told = parseMetrics((await counting.scrape()).text);
    assert.equal(figureOf(told, 'quorate_hosted_takeovers_total'), 1);
  });

  it('tell how late the oldest bar is of accounts in real time, and of those alone', async (t) => {
    const stage = await hostedStage(t);
    const { db } = stage.service;
    const user = await stage.user();
    const fast = await user.begin();
    const slow = await user.begin({ pace: 'real_time' });
    const due = (id: string, ageMs: number) =>
      db
        .updateTable('hosted_accounts')
        .set({ due_at: new Date(stage.clock.now() - ageMs) })
        .where('id', '=', id)
        .execute();
    // In fast time a bar was due weeks ago by the market's own clock.
    await due(fast.hosted_id, 20 * 86_400_000);
    assert.equal((await stateOf(stage))('oldest_due_age_seconds'), 0);
    await due(slow.hosted_id, 600_000);
    const late = (await stateOf(stage))('oldest_due_age_seconds');
    assert.ok(late >= 600 && late < 660, `${late}`);
  });
});
