import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PaymentsError } from '../payments.ts';
import { fakePayments } from '../testing/fake-payments.ts';
import { askFor, bareDeps, leftTasks, silent, soldShop } from '../testing/tasks.ts';
import { runProviderTasks, tryProviderTask } from './provider-tasks.ts';

describe('a provider that does not answer', () => {
  it('is asked again after one second, two, four, up to an hour, and never given up', async (t) => {
    const { deps, clock, queue, tasks } = await bareDeps(t, { findSubscription: silent });
    await queue('fetch_subscription', 'sub_1');
    const waits: number[] = [];
    for (let count = 0; count < 14; count += 1) {
      await runProviderTasks(deps);
      const [task] = await tasks();
      assert.ok(task);
      waits.push((task.run_at.getTime() - clock.now()) / 1_000);
      clock.set(task.run_at.toISOString());
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 3_600, 3_600]);
  });

  it('says how long to wait, and that is how long', async (t) => {
    const { deps, clock, queue, tasks } = await bareDeps(t, {
      findSubscription: async () => {
        throw new PaymentsError('busy', 'too many calls', { retryAfterMs: 47_000 });
      },
    });
    await queue('fetch_subscription', 'sub_1');
    await runProviderTasks(deps);
    const [task] = await tasks();
    assert.equal(task?.run_at.getTime(), clock.now() + 47_000);
    assert.equal(task?.last_error, 'busy too many calls');
  });

  it('is not asked for everything else in vain: the rest of the list keeps its turn', async (t) => {
    let calls = 0;
    const { deps, queue, tasks } = await bareDeps(t, {
      findSubscription: async () => {
        calls += 1;
        return silent();
      },
    });
    for (const subject of ['sub_1', 'sub_2', 'sub_3']) await queue('fetch_subscription', subject);
    assert.equal(await runProviderTasks(deps), 0);
    assert.equal(calls, 1);
    assert.deepEqual(
      (await tasks()).map(({ attempts }) => attempts),
      [1, 0, 0],
    );
  });

  it('is an operator’s business once a cancellation has failed ten times', async (t) => {
    let isAway = false;
    const { shop, sale } = await soldShop(t, (real) => ({
      ...real,
      cancelSubscription: (...all) => (isAway ? silent() : real.cancelSubscription(...all)),
    }));
    isAway = true;
    await askFor(shop, sale.subscriptionId, 'now');
    for (let count = 0; count < 10; count += 1) {
      await runProviderTasks(shop.deps);
      shop.clock.advance(3_600_000);
    }
    assert.deepEqual(shop.log.errors(), []);
    await runProviderTasks(shop.deps);
    assert.equal(shop.log.errors().length, 1);
    isAway = false;
    shop.clock.advance(3_600_000);
    await runProviderTasks(shop.deps);
    assert.equal(await leftTasks(shop), 0);
    const ended = await shop.provider.payments.findSubscription(sale.subscriptionId);
    assert.equal(ended?.status, 'canceled');
  });
});

describe('a task', () => {
  it('is done by one of many services that look at once', async (t) => {
    let calls = 0;
    const { deps, queue, tasks } = await bareDeps(t, {
      findSubscription: async () => {
        calls += 1;
        return null;
      },
    });
    for (let index = 0; index < 5; index += 1) await queue('fetch_subscription', `sub_${index}`);
    const done = await Promise.all(Array.from({ length: 8 }, () => runProviderTasks(deps)));
    assert.equal(calls, 5);
    assert.equal(
      done.reduce((sum, each) => sum + each, 0),
      5,
    );
    assert.deepEqual(await tasks(), []);
  });

  it('whose service died is done by the next one, two minutes later', async (t) => {
    const { deps, clock, queue } = await bareDeps(t, {
      findSubscription: () => new Promise(() => {}),
    });
    await queue('fetch_subscription', 'sub_1');
    void runProviderTasks(deps);
    // The claim is the first statement of the run; this one waits for it on the one connection.
    while ((await deps.db.selectFrom('tasks').select('attempts').execute())[0]?.attempts !== 1);
    const next = { ...deps, provider: { ...deps.provider, payments: fakePayments() } };
    clock.advance(119_999);
    assert.equal(await runProviderTasks(next), 0);
    clock.advance(1);
    assert.equal(await runProviderTasks(next), 1);
  });

  it('that is asked for again while it is done is done again: the answer may be older', async (t) => {
    let calls = 0;
    const { deps, queue, tasks } = await bareDeps(t, {
      findSubscription: async () => {
        calls += 1;
        if (calls === 1) await queue('fetch_subscription', 'sub_1');
        return null;
      },
    });
    await queue('fetch_subscription', 'sub_1');
    await runProviderTasks(deps);
    assert.equal(calls, 2);
    assert.deepEqual(await tasks(), []);
  });

  it('that is tried at once says whether it is done, and never throws for the provider', async (t) => {
    let isAway = true;
    const { deps, queue } = await bareDeps(t, {
      findSubscription: async () => (isAway ? silent() : null),
    });
    const key = { kind: 'fetch_subscription', subject: 'sub_1' } as const;
    assert.equal(await tryProviderTask(deps, key), 'done', 'there is nothing left to do');
    await queue(key.kind, key.subject);
    assert.equal(await tryProviderTask(deps, key), 'waiting');
    isAway = false;
    assert.equal(await tryProviderTask(deps, key), 'waiting', 'its turn comes in a second');
    await queue(key.kind, key.subject);
    assert.equal(await tryProviderTask(deps, key), 'done');
  });

  it('that breaks for a reason of ours is kept, and told to the operator', async (t) => {
    const { deps, errors, queue, tasks } = await bareDeps(t, {
      findSubscription: async () => {
        throw new TypeError('our own fault');
      },
    });
    await queue('fetch_subscription', 'sub_1');
    await queue('fetch_subscription', 'sub_2');
    assert.equal(await runProviderTasks(deps), 0);
    assert.equal(errors.length, 2);
    assert.equal((await tasks()).length, 2);
  });
});
