import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import type { BillingCycleName } from '@quorate/contract/checkout';
import { createEmulatorControl, type EmulatorControl } from '@quorate/paddle-emulator/control';
import {
  type EmulatorOptions,
  type RunningEmulator,
  startEmulator,
} from '@quorate/paddle-emulator/start-emulator';
import type { UserId } from '@quorate/values/ids';
import { signedInUser, type TestUser } from '../../../../test/helpers/builders.ts';
import { type TestClock, testClock } from '../../../../test/helpers/test-clock.ts';
import { startTestService, type TestService } from '../../../../test/helpers/test-service.ts';
import { DEFAULT_LIMITS } from '../../../config/limits.ts';
import type { PaidPlanName, ProviderTaskKind } from '../../../db/billing-tables.ts';
import type { Database } from '../../../db/database.ts';
import { createSealing } from '../../../db/sealing.ts';
import type { Provider, SellingDeps } from '../billing.deps.ts';
import { makeCheckoutToken } from '../checkout-token.ts';
import { readEntitlements } from '../entitlements/entitlements.queries.ts';
import { createPaddle } from '../paddle/create-paddle.ts';
import type { Payments } from '../payments.ts';
import { createPriceBook } from '../price-book.ts';
import { runProviderTasks, tryProviderTask } from '../record/provider-tasks.ts';
import { emulatorCatalogue } from '../start/catalogue.ts';
import { followingClock } from './following-clock.ts';
import { type TestLog, testLog } from './test-log.ts';

export type Sale = { transactionId: string; subscriptionId: string; customerId: string };

/** A service that listens, the local provider, and time that both share. */
export type Shop = {
  service: TestService;
  clock: TestClock;
  emulator: RunningEmulator;
  /** Moving its clock moves the service's; everything on the way happens, and is told, at its own moment. */
  control: EmulatorControl;
  provider: Provider;
  /** The handles that the service has, for calling its parts. */
  deps: SellingDeps;
  log: TestLog;
  webhookUrl: string;
  priceId(plan: PaidPlanName, cycle?: BillingCycleName): string;
  /** What a checkout of ours hands to the provider. */
  customData(user: TestUser): Record<string, string>;
  user(): Promise<TestUser>;
  /** Pays in the provider's checkout, and lets the moment pass in which the sale is completed. */
  buy(
    user: TestUser,
    plan: PaidPlanName,
    options?: { cycle?: BillingCycleName; card?: string; email?: string },
  ): Promise<Sale>;
  /** Everything of both sides that is due. */
  settle(): Promise<void>;
  planOf(user: TestUser): Promise<string>;
};

/** @param options.payments stands between the service and the provider's API */
export async function startShop(
  test: TestContext,
  options: {
    clock?: TestClock;
    database?: Database;
    behaviour?: EmulatorOptions['behaviour'];
    /** More prices than those of the plans. */
    prices?: NonNullable<EmulatorOptions['catalogue']>['prices'];
    payments?: (real: Payments) => Payments;
    /** false: what the provider tells goes nowhere. */
    webhooks?: boolean;
  } = {},
): Promise<Shop> {
  const clock = options.clock ?? testClock();
  const following = followingClock(clock);
  const { catalogue, ids } = emulatorCatalogue();
  let address = '';
  const emulator = await startEmulator({
    seed: 'shop',
    clock: following.source,
    catalogue: { ...catalogue, prices: [...catalogue.prices, ...(options.prices ?? [])] },
    // Where the service listens is known once it has been told of the provider.
    webhookUrl: 'http://service.invalid/api/paddle/webhook',
    fetch: async (url, init) => {
      if (options.webhooks === false) return new Response('nobody listens', { status: 200 });
      following.follow(signedAt(init));
      const reply = await fetch(`${address}${new URL(url).pathname}`, init);
      // What the job of the service does within a second.
      await runFetches(deps);
      return reply;
    },
    behaviour: { cardAnswerMs: 0, ...options.behaviour },
  });
  // Before the service ends: what is still being sent would keep a connection to it open.
  test.after(() => emulator.stop());
  const payments = createPaddle({ apiKey: emulator.apiKey, url: emulator.url });
  const provider: Provider = {
    environment: 'emulator',
    payments: options.payments?.(payments) ?? payments,
    prices: createPriceBook(ids),
    clientToken: emulator.clientToken,
    script: emulator.script,
    webhookSecrets: [emulator.webhookSecret ?? ''],
  };
  const sealing = createSealing(randomBytes(32));
  const log = testLog();
  const service = await startTestService(test, {
    clock,
    provider,
    sealing,
    log: log.write,
    ...(options.database && { database: options.database }),
  });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const control = following.control(createEmulatorControl(emulator.url));
  const deps: SellingDeps = {
    db: service.db,
    clock,
    sealing,
    brand: DEFAULT_BRAND,
    publicUrl: 'http://localhost:3000',
    log: service.app.log,
    limits: DEFAULT_LIMITS,
    provider,
  };
  const settle = async () => {
    await control.settle();
    await runProviderTasks(deps);
    await control.settle();
  };
  const customData = ({ user }: TestUser) => ({
    checkout_token: makeCheckoutToken(sealing, user.id as UserId),
  });
  const priceId = (plan: PaidPlanName, cycle: BillingCycleName = 'monthly') => {
    const offer = provider.prices.offer(plan, cycle);
    if (!offer) throw new Error(`${plan} is not sold`);
    return offer.priceId;
  };
  return {
    service,
    clock,
    emulator,
    control,
    provider,
    deps,
    log,
    webhookUrl: `${address}/api/paddle/webhook`,
    priceId,
    customData,
    user: () => signedInUser(service),
    async buy(user, plan, { cycle = 'monthly', card, email = user.user.email } = {}) {
      const { transaction } = await control.buy({
        items: [{ price_id: priceId(plan, cycle), quantity: 1 }],
        email,
        custom_data: customData(user),
        ...(card !== undefined && { card: { number: card } }),
      });
      await control.moveClock({ advance: '1s' });
      const sale = await payments.findTransaction(transaction.id);
      return {
        transactionId: transaction.id,
        subscriptionId: sale?.subscriptionId ?? '',
        customerId: sale?.customerId ?? '',
      };
    },
    settle,
    planOf: async ({ user }) =>
      (await readEntitlements({ db: service.db, clock }, user.id as UserId)).plan.name,
  };
}

/** Fetches what events have asked for; what else is to be told to the provider waits for its test. */
export async function runFetches(deps: SellingDeps): Promise<void> {
  const queued = await deps.db
    .selectFrom('tasks')
    .select(['kind', 'subject'])
    .where('kind', 'in', ['fetch_transaction', 'fetch_subscription'])
    .orderBy('created_at')
    .$narrowType<{ kind: ProviderTaskKind }>()
    .execute();
  for (const task of queued) await tryProviderTask(deps, task);
}

/** When a webhook was signed, in milliseconds. */
function signedAt(init: RequestInit): number {
  const header = new Headers(init.headers).get('paddle-signature') ?? '';
  return Number(/ts=(\d+)/.exec(header)?.[1] ?? 0) * 1_000;
}
