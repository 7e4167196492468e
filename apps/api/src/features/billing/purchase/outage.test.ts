import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { readEntitlements } from '../entitlements/entitlements.queries.ts';
import { createPaddle } from '../paddle/create-paddle.ts';
import { PaymentsError } from '../payments.ts';
import type { ProviderSubscription, ProviderTransaction } from '../provider-entities.ts';
import { PROVIDER_TASKS, runProviderTasks } from '../record/provider-tasks.ts';
import { PATIENCE_MS } from '../subscription/provider-answer.ts';
import { saleOf, subscriptionOf } from '../testing/fake-payments.ts';
import { upgradePlan } from './purchase.routes.ts';
import { startSelling } from './testing/selling-deps.ts';

/** The wait that people were promised, and what a busy machine may add to it. */
const LONGEST_MS = PATIENCE_MS + 5_000;
const FIVE_MINUTES_MS = 300_000;

/** Takes every request and never answers. */
async function startSilentServer(t: TestContext): Promise<string> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** A provider with trouble that a test can end, and one sale in its books. */
async function start(t: TestContext, trouble: () => Promise<never>) {
  let isDown = true;
  let sale: ProviderTransaction | undefined;
  let subscription: ProviderSubscription | undefined;
  const answer = <T>(value: () => T) => (isDown ? trouble() : Promise.resolve(value()));
  const selling = await startSelling(t, {
    findTransaction: (id) => answer(() => (sale?.id === id ? sale : null)),
    findSubscription: (id) => answer(() => (subscription?.id === id ? subscription : null)),
  });
  const [amina, basil] = await selling.addBuyers(2);
  if (!amina || !basil) throw new Error('two were added');
  const { customData } = amina;
  const begun = subscriptionOf({ customData });
  const bought = saleOf({ customData, status: 'completed', subscriptionId: begun.id });
  [sale, subscription] = [bought, begun];
  return {
    selling,
    amina,
    basil,
    sale: bought,
    end: () => {
      isDown = false;
    },
    planOf: async (user: { id: typeof amina.id }) =>
      (await readEntitlements(selling, user.id)).plan.name,
    runJobs: async () => {
      selling.clock.advance(FIVE_MINUTES_MS);
      await runProviderTasks(selling);
    },
  };
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const begun = performance.now();
  const value = await work();
  return { value, ms: performance.now() - begun };
}

describe('a provider that hangs (B13)', () => {
  // @promise 1.13
  it('costs a buyer 3.5 seconds, and the payment settles automatically when it is back', async (t) => {
    const url = await startSilentServer(t);
    const hanging = createPaddle({ apiKey: 'pdl_sdbx_apikey_test', url });
    const stage = await start(t, async () => {
      await hanging.findTransaction('txn_00000000000000000000000000');
      throw new Error('a silent server has answered');
    });
    const { selling, amina, sale } = stage;
    const claim = { userId: amina.id, planName: 'Pro', transactionId: sale.id } as const;
    const { value, ms } = await timed(() => upgradePlan(selling, claim));
    assert.equal(value, 'pending');
    assert.ok(PATIENCE_MS < 3_500);
    assert.ok(ms <= LONGEST_MS, `it took ${Math.round(ms)} ms`);
    assert.equal(await stage.planOf(amina), 'Free');
    stage.end();
    await stage.runJobs();
    assert.equal(await stage.planOf(amina), 'Pro');
    assert.equal(await upgradePlan(selling, claim), 'active');
  });

  it('costs no more when even its client never comes back', async (t) => {
    const stage = await start(t, () => new Promise(() => {}));
    const { selling, amina, sale } = stage;
    const claim = { userId: amina.id, planName: 'Pro', transactionId: sale.id } as const;
    const { value, ms } = await timed(() => upgradePlan(selling, claim));
    assert.equal(value, 'pending');
    assert.ok(ms <= LONGEST_MS, `it took ${Math.round(ms)} ms`);
  });
});

describe('a provider in trouble', () => {
  for (const kind of ['unreachable', 'busy', 'refused'] as const) {
    it(`that is ${kind} loses no payment`, async (t) => {
      const stage = await start(t, () => Promise.reject(new PaymentsError(kind, 'trouble')));
      const { selling, amina, sale } = stage;
      const claim = { userId: amina.id, planName: 'Pro', transactionId: sale.id } as const;
      assert.equal(await upgradePlan(selling, claim), 'pending');
      stage.end();
      await stage.runJobs();
      assert.equal(await stage.planOf(amina), 'Pro');
    });
  }

  it("makes nobody the owner of somebody else's payment that they asked about meanwhile", async (t) => {
    const stage = await start(t, () => Promise.reject(new PaymentsError('unreachable', 'trouble')));
    const { selling, amina, basil, sale } = stage;
    const claim = { userId: basil.id, planName: 'Pro', transactionId: sale.id } as const;
    assert.equal(await upgradePlan(selling, claim), 'pending');
    stage.end();
    await stage.runJobs();
    assert.equal(await stage.planOf(basil), 'Free');
    assert.equal(await stage.planOf(amina), 'Pro', 'it was theirs');
    await assert.rejects(upgradePlan(selling, claim), { code: 'payment_unknown' });
  });

  it('forgets a made-up number as soon as it is asked', async (t) => {
    const stage = await start(t, () => Promise.reject(new PaymentsError('unreachable', 'trouble')));
    const { selling, basil } = stage;
    const { id } = saleOf();
    await upgradePlan(selling, { userId: basil.id, planName: 'Pro', transactionId: id });
    stage.end();
    await stage.runJobs();
    assert.deepEqual(
      await selling.db
        .selectFrom('tasks')
        .selectAll()
        .where('kind', 'in', PROVIDER_TASKS)
        .execute(),
      [],
    );
  });

  it('that tells of a payment and not of its subscription is asked for that later', async (t) => {
    let isDown = true;
    const books: { sale?: ProviderTransaction; subscription?: ProviderSubscription } = {};
    const selling = await startSelling(t, {
      findTransaction: async () => books.sale ?? null,
      findSubscription: async () => {
        if (isDown) throw new PaymentsError('unreachable', 'trouble');
        return books.subscription ?? null;
      },
    });
    const [amina] = await selling.addBuyers(1);
    if (!amina) throw new Error('one was added');
    const { id: userId, customData } = amina;
    const subscription = subscriptionOf({ customData });
    const sale = saleOf({ customData, status: 'completed', subscriptionId: subscription.id });
    Object.assign(books, { subscription, sale });
    const claim = { userId, planName: 'Pro', transactionId: sale.id } as const;
    assert.equal(await upgradePlan(selling, claim), 'active', 'who has paid has the plan');
    const source = async () => (await readEntitlements(selling, userId)).source;
    assert.equal(await source(), 'payment');
    isDown = false;
    selling.clock.advance(FIVE_MINUTES_MS);
    await runProviderTasks(selling);
    assert.equal(await source(), 'subscription');
    assert.equal(await upgradePlan(selling, claim), 'active');
  });
});
