import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import type { PlanName } from '@quorate/contract/plans';
import { getDashboard } from '@quorate/contract/usage';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { offlinePanel } from '../../models/offline-panel.ts';
import type { Panel } from '../../models/panel.ts';
import { bar, request } from './testing/requests.ts';
import { slowPanel } from './testing/slow-panel.ts';

const NEEDED = offlinePanel.estimateOf({
  snapshot: bar(0),
  snapshotHash: '',
  depth: 'premium',
}).all;

async function start(t: TestContext, panel: Panel, plan: PlanName = 'Pro') {
  const service = await startTestService(t, { panel });
  const { token, user } = await signedInUser(service, { plan });
  const usage = async () => (await service.call(getDashboard, {}, token)).usage;
  const ask = (index: number) => service.call(analyse, request(bar(index)), token);
  return { service, token, user, usage, ask };
}

/** Leaves this many of a user's tokens. */
async function leaveTokens(
  { service, usage, user }: Awaited<ReturnType<typeof start>>,
  left: number,
): Promise<void> {
  const { period_start, period_end, token_limit } = await usage();
  await service.db
    .insertInto('token_usage')
    .values({
      user_id: user.id,
      period_start: new Date(period_start),
      period_end: new Date(period_end),
      tokens_used: token_limit - left,
    })
    .execute();
}

describe('the last tokens of a plan', () => {
  // @spec 9.6, 10.30, 10.50, 10.51
  // @promise 5.2
  it('let exactly one of a hundred calls that run at once reach the panel, and succeed', async (t) => {
    const panel = slowPanel();
    const stage = await start(t, panel);
    await leaveTokens(stage, NEEDED);
    const calls = Array.from({ length: 100 }, (_, index) => stage.ask(index));
    const results = Promise.allSettled(calls);
    // The one has its answer only when the others have theirs: none of them waited for its tokens.
    let failed = 0;
    await new Promise<void>((resolve) => {
      for (const call of calls)
        call.catch(() => {
          failed += 1;
          if (failed === 99) resolve();
        });
    });
    assert.equal(panel.asked(), 1);
    const failure = await stage.service.fail(analyse, request(bar(100)), stage.token);
    assert.deepEqual(
      [failure.status, failure.code, failure.details?.needed, failure.details?.reserved],
      [403, 'token_limit_reached', NEEDED, NEEDED],
    );
    panel.answer();
    const refusals = (await results).flatMap((result) =>
      result.status === 'rejected' ? [String(result.reason)] : [],
    );
    assert.equal(refusals.length, 99);
    for (const refusal of refusals) assert.match(refusal, /answered 403: .*token_limit_reached/);
    const { tokens_used, token_limit, tokens_remaining } = await stage.usage();
    assert.deepEqual([tokens_used, tokens_remaining], [token_limit, 0]);
  });

  // @spec 10.50
  it('go to as many calls as they are for, and are never overspent', async (t) => {
    const stage = await start(t, offlinePanel);
    await leaveTokens(stage, 3 * NEEDED + NEEDED - 1);
    const results = await Promise.allSettled(Array.from({ length: 100 }, (_, at) => stage.ask(at)));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 3);
    assert.equal((await stage.usage()).tokens_remaining, NEEDED - 1);
    const failure = await stage.service.fail(analyse, request(bar(200)), stage.token);
    assert.equal(failure.details?.until, (await stage.usage()).period_end);
    assert.match(failure.message, /Pro plan allows 10000000 tokens/);
  });
});

describe('tokens of a call that is under way', () => {
  // @spec 10.49
  it('are not shown as left, nor as used, and hold up nobody else meanwhile', async (t) => {
    const panel = slowPanel();
    const { ask, usage } = await start(t, panel);
    const call = ask(0);
    await panel.whenAsked(1);
    const during = await usage();
    assert.deepEqual(
      [during.tokens_used, during.tokens_remaining],
      [0, during.token_limit - NEEDED],
    );
    panel.answer();
    const { decision, usage: after } = await call;
    assert.deepEqual(
      [after.tokens_used, after.tokens_remaining],
      [decision.tokens, after.token_limit - decision.tokens],
    );
  });

  // @spec 10.49
  it('are replaced by what it really took, fewer or more', async (t) => {
    for (const [estimate, real] of [
      [9_000, 1_000],
      [3_000, 4_000],
    ] as const) {
      const panel = slowPanel({ estimate, real });
      const { ask, usage, service } = await start(t, panel);
      panel.answer();
      const { decision } = await ask(0);
      assert.equal(decision.tokens, 3 * real);
      const { tokens_used, tokens_remaining, token_limit } = await usage();
      assert.deepEqual([tokens_used, tokens_remaining], [3 * real, token_limit - 3 * real]);
      assert.deepEqual(await reservations(service), []);
    }
  });

  it('are recorded beyond the limit, too, where more was taken than was estimated', async (t) => {
    const panel = slowPanel({ estimate: 10, real: 1_000 });
    const stage = await start(t, panel);
    await leaveTokens(stage, 10);
    panel.answer();
    await stage.ask(0);
    const { tokens_used, tokens_remaining, token_limit } = await stage.usage();
    assert.deepEqual([tokens_used, tokens_remaining], [token_limit - 10 + 3_000, 0]);
  });

  it('come back when the panel fails, and the bar can be asked again', async (t) => {
    let broken = true;
    const panel: Panel = {
      ...offlinePanel,
      ask: async (question, signal) => {
        if (broken) throw new Error('the model has hung up');
        return offlinePanel.ask(question, signal);
      },
    };
    const stage = await start(t, panel);
    await leaveTokens(stage, NEEDED);
    const failure = await stage.service.fail(analyse, request(bar(0)), stage.token);
    assert.equal(failure.status, 500);
    assert.equal((await stage.usage()).tokens_remaining, NEEDED);
    broken = false;
    await stage.ask(0);
    assert.equal((await stage.usage()).tokens_remaining, 0);
  });

  it('come back automatically when it has died, ten minutes after it began', async (t) => {
    const panel = slowPanel();
    const stage = await start(t, panel);
    await leaveTokens(stage, NEEDED);
    // Another service on the same database stands for the one that is gone: it never comes back.
    const gone = slowPanel();
    const other = await startTestService(t, {
      panel: gone,
      database: stage.service.database,
      clock: stage.service.clock,
    });
    const lost = other.call(analyse, request(bar(0)), stage.token);
    await gone.whenAsked(1);
    panel.answer();
    stage.service.clock.advance(10 * 60_000 - 1);
    const failure = await stage.service.fail(analyse, request(bar(1)), stage.token);
    assert.equal(failure.code, 'token_limit_reached');
    stage.service.clock.advance(1);
    await stage.ask(1);
    assert.equal((await stage.usage()).tokens_remaining, 0);
    assert.deepEqual(await reservations(stage.service), [], 'nothing is left of the dead call');

    // It was only slow: what it took is recorded all the same.
    gone.answer();
    const { decision } = await lost;
    const { tokens_used, token_limit } = await stage.usage();
    assert.equal(tokens_used, token_limit + decision.tokens);
  });

  it('are counted without a limit on a plan that has none', async (t) => {
    const { ask, usage } = await start(t, offlinePanel, 'Elite');
    const { decision } = await ask(0);
    const { tokens_used, tokens_remaining } = await usage();
    assert.deepEqual([tokens_used, tokens_remaining], [decision.tokens, -1]);
  });
});

async function reservations({ db }: TestService) {
  return db.selectFrom('token_reservations').selectAll().execute();
}
