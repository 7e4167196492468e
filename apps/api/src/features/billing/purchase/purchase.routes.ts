import { msg } from '@lingui/core/runtime-macro';
import {
  type BillingCycleName,
  getCheckoutSettings,
  startCheckout as startCall,
  upgradePlan as upgradeCall,
} from '@quorate/contract/checkout';
import type { Reply } from '@quorate/contract/endpoint';
import { type PlanName, planByName } from '@quorate/contract/plans';
import type { UserId } from '@quorate/values/ids';
import type { Selectable } from 'kysely';
import type { TransactionsTable } from '../../../db/billing-tables.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import type { Words } from '../../../http/error-words.ts';
import { countAgainst, perHour } from '../../../http/rate-limit.ts';
import { queueTask } from '../../../process/tasks.ts';
import type { BillingDeps, Provider, SellingDeps } from '../billing.deps.ts';
import { makeCheckoutToken, readCheckoutToken } from '../checkout-token.ts';
import { readEntitlements } from '../entitlements/entitlements.queries.ts';
import { majorUnits } from '../money-words.ts';
import { PaymentsError } from '../payments.ts';
import type { ProviderTransaction } from '../provider-entities.ts';
import { tryProviderTask } from '../record/provider-tasks.ts';
import { recordTransaction } from '../record/record-transaction.ts';
import { recordDeps } from '../record/recorded.ts';
import { expectAnswer, inTime, LATE } from '../subscription/provider-answer.ts';
import { markClaim, unmarkClaim } from './claim-mark.ts';
import { createPriceCheck, type IsPriceRight } from './price-check.ts';

const ACCEPTED = 202;

export function registerPurchase(route: Route, deps: BillingDeps): void {
  const { checkouts, upgrades } = deps.limits;
  const checkoutLimit = perHour(
    'checkout',
    checkouts,
    (limit) => msg`${{ limit }} checkouts an hour`,
  );
  const upgradeLimit = perHour(
    'upgrade',
    upgrades,
    (limit) => msg`${{ limit }} questions about payments an hour`,
  );
  const isPriceRight = createPriceCheck(deps);

  route(getCheckoutSettings, async () => ({
    success: true,
    settings: deps.provider && providerSettings(deps.provider),
  }));

  route(startCall, async ({ body }, { user, reply }) => {
    const selling = expectSelling(deps);
    await countAgainst(deps, checkoutLimit, user.id);
    reply.header('cache-control', 'no-store');
    return {
      success: true,
      checkout: await startCheckout({ ...selling, isPriceRight }, user, body),
    };
  });

  route(upgradeCall, async ({ body }, { user, reply, i18n }) => {
    const selling = expectSelling(deps);
    // Every question about a made-up number costs one at the provider.
    await countAgainst(deps, upgradeLimit, user.id);
    const { plan_name, transaction_id: transactionId } = body;
    const status = await upgradePlan(selling, {
      userId: user.id,
      planName: plan_name,
      transactionId,
    });
    if (status === 'pending') reply.code(ACCEPTED);
    const message =
      status === 'active'
        ? i18n.t(msg`You are on the ${{ plan: plan_name }} plan now.`)
        : i18n.t(
            msg`Your payment is being confirmed. The ${{ plan: plan_name }} plan begins automatically as soon as it is; you may leave this page.`,
          );
    return { success: true, status, plan_name, message };
  });
}

/** @throws AppError billing_off */
function expectSelling(deps: BillingDeps): SellingDeps {
  const { provider } = deps;
  if (!provider) throw new AppError('billing_off');
  return { ...deps, provider };
}

type Checkout = Reply<typeof startCall>['checkout'];
type Choice = Readonly<{ plan_name: PlanName; billing_cycle: BillingCycleName }>;

/**
 * @throws AppError invalid_plan for one that is not sold, or not for what the pages show;
 * subscribed_already, as changing a subscription is another call; payments_unreachable
 */
async function startCheckout(
  deps: SellingDeps & Readonly<{ isPriceRight: IsPriceRight }>,
  user: Readonly<{ id: UserId; email: string }>,
  choice: Choice,
): Promise<Checkout> {
  const { provider } = deps;
  const offer = provider.prices.offer(choice.plan_name, choice.billing_cycle);
  if (!offer) throw new AppError('invalid_plan', { details: choice });
  await expectNotSubscribed(deps, user.id);
  const isRight = await expectAnswer(deps.isPriceRight(provider.payments, offer));
  if (!isRight) throw new AppError('invalid_plan', { details: choice });
  return {
    plan_name: offer.plan,
    billing_cycle: offer.cycle,
    amount: majorUnits(offer.amount, offer.currency),
    currency: offer.currency,
    price_id: offer.priceId,
    checkout_token: makeCheckoutToken(deps.sealing, user.id),
    email: user.email,
    ...providerSettings(provider),
  };
}

async function expectNotSubscribed(deps: SellingDeps, userId: UserId): Promise<void> {
  const running = await findRunningPlan(deps.db, userId);
  const { plan, source } = await readEntitlements(deps, userId);
  // Paid for a moment ago, and its subscription follows: a second checkout would be a second subscription.
  const held = running?.plan_name ?? (source === 'payment' ? plan.name : null);
  if (running === null && held === null) return;
  throw new AppError('subscribed_already', { details: { plan_name: held ?? 'running' } });
}

type Settings = NonNullable<Reply<typeof getCheckoutSettings>['settings']>;

/** What browsers may know of the provider: nothing in it is secret. */
function providerSettings(provider: Provider): Settings {
  return {
    environment: provider.environment,
    client_token: provider.clientToken,
    script: provider.script,
  };
}

/** What a browser says; none of it is believed. */
type Claim = Readonly<{ userId: UserId; planName: PlanName; transactionId: string }>;

type Claimed = 'active' | 'pending';

/** How long a payment that the browser saw go through may look unpaid at the provider. */
const UNSETTLED_MS = 120_000;
/** When the provider is asked again for what it had not finished. */
const SOON_MS = 5_000;
/** A payment gets its subscription within seconds; asked for in case no webhook tells. */
const LATER_MS = 60_000;

/**
 * Asks the provider what became of a payment, and takes the answer in: that is what grants a plan, here as
 * for webhooks. Without an answer the asking is written down, and goes on without the browser.
 *
 * @throws AppError payment_unknown for nobody's and for somebody else's alike; payment_unfinished,
 * payment_mismatch, payment_returned
 */
export async function upgradePlan(deps: SellingDeps, claim: Claim): Promise<Claimed> {
  const { db, clock } = deps;
  const known = await findSale(db, claim.transactionId);
  if (known && known.user_id !== null && known.user_id !== claim.userId) throw unknownTo(claim);
  const claimed = await settleInTime(deps, claim, known).catch(async (error: unknown) => {
    await unmarkClaim(db, claim);
    throw error;
  });
  if (claimed === 'pending') await markClaim(db, clock, claim);
  else await unmarkClaim(db, claim);
  return claimed;
}

async function settleInTime(
  deps: SellingDeps,
  claim: Claim,
  known: Sale | undefined,
): Promise<Claimed> {
  const answer = await inTime(settle(deps, claim, known)).catch((error: unknown): typeof LATE => {
    if (!(error instanceof PaymentsError)) throw error;
    if (error.kind === 'refused')
      deps.log.error({ err: error }, 'the provider refused to say what became of a payment');
    return LATE;
  });
  if (answer !== LATE) return answer;
  const asking = { kind: 'fetch_transaction', subject: claim.transactionId } as const;
  await queueTask(deps.db, deps.clock, asking);
  return 'pending';
}

async function settle(deps: SellingDeps, claim: Claim, known: Sale | undefined): Promise<Claimed> {
  const isGranted = known?.user_id === claim.userId && known.granted_at !== null;
  if (!isGranted && (await ask(deps, claim, known)) === 'unsettled') return 'pending';
  await findItsSubscription(deps, claim);
  return judge(deps, claim);
}

async function ask(
  deps: SellingDeps,
  claim: Claim,
  known: Sale | undefined,
): Promise<'processed' | 'unsettled'> {
  const { db, clock, provider, sealing } = deps;
  const told = await provider.payments.findTransaction(claim.transactionId);
  if (!told) throw unknownTo(claim);
  const isTheirs =
    readCheckoutToken(sealing, told.customData) === claim.userId || known?.user_id === claim.userId;
  if (!isTheirs) throw unknownTo(claim);
  if (told.status !== 'paid' && told.status !== 'completed') {
    if (!mayYetBePaid(told, clock.now())) throw unfinished(claim, told);
    await queueTask(db, clock, { kind: 'fetch_transaction', subject: told.id }, SOON_MS);
    return 'unsettled';
  }
  await inTransaction(db, async (tx) => {
    await recordTransaction(recordDeps(deps), tx, told);
    if (told.subscriptionId === null)
      await queueTask(tx, clock, { kind: 'fetch_transaction', subject: told.id }, LATER_MS);
  });
  return 'processed';
}

/** The frame says completed a moment before the provider's books do. */
function mayYetBePaid({ status, updatedAt }: ProviderTransaction, now: number): boolean {
  if (status !== 'ready' && status !== 'billed') return false;
  return now - updatedAt.getTime() < UNSETTLED_MS;
}

/** Written down first: if it cannot be had now, it is fetched later. */
async function findItsSubscription(deps: SellingDeps, { transactionId }: Claim): Promise<void> {
  const subject = (await findSale(deps.db, transactionId))?.subscription_id ?? null;
  if (subject === null || (await isSubscriptionKnown(deps.db, subject))) return;
  await queueTask(deps.db, deps.clock, { kind: 'fetch_subscription', subject });
  await tryProviderTask(deps, { kind: 'fetch_subscription', subject });
}

/** What a paid sale means for its user now. */
async function judge(deps: SellingDeps, claim: Claim): Promise<Claimed> {
  const { sale, plan, isWhole } = await readAtOnce(deps, claim);
  if (sale?.user_id !== claim.userId) throw unknownTo(claim);
  if (sale.amount > 0 && sale.returned >= sale.amount)
    throw new AppError('payment_returned', { details: { transaction_id: claim.transactionId } });
  if (sale.plan_name !== claim.planName)
    throw mismatch(claim, sale.plan_name ?? msg`something that is not sold here`);
  if (plan.id >= planByName(claim.planName).id) return 'active';
  if (!isWhole) return 'pending';
  throw mismatch(claim, msg`a subscription that has ended or was changed since`);
}

/** In one picture: between two, a payment may have become a subscription, and neither would be seen. */
function readAtOnce({ db, clock }: SellingDeps, { userId, transactionId }: Claim) {
  const picture = db.transaction().setIsolationLevel('repeatable read');
  return picture.execute(async (tx) => {
    const sale = await findSale(tx, transactionId);
    const { plan } = await readEntitlements({ db: tx, clock }, userId);
    const subscription = sale?.subscription_id ?? null;
    const isWhole = subscription === null || (await isSubscriptionKnown(tx, subscription));
    return { sale, plan, isWhole };
  });
}

function unknownTo({ transactionId }: Claim): AppError {
  return new AppError('payment_unknown', { details: { transaction_id: transactionId } });
}

function unfinished({ transactionId }: Claim, { status }: ProviderTransaction): AppError {
  const details = { transaction_id: transactionId, status: status.replace('_', ' ') };
  return new AppError('payment_unfinished', { details });
}

function mismatch({ transactionId, planName }: Claim, actual: string | Words): AppError {
  return new AppError('payment_mismatch', {
    details: { transaction_id: transactionId, actual, plan_name: planName },
  });
}

type Sale = Pick<
  Selectable<TransactionsTable>,
  'user_id' | 'subscription_id' | 'plan_name' | 'amount' | 'returned' | 'granted_at'
>;

async function findSale(db: Db, id: string): Promise<Sale | undefined> {
  return db
    .selectFrom('transactions')
    .select(['user_id', 'subscription_id', 'plan_name', 'amount', 'returned', 'granted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

async function isSubscriptionKnown(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The plan of a subscription that goes on being billed; null when there is none. One that was cancelled at
 * once has ended for its user, also before the provider is told.
 */
async function findRunningPlan(
  db: Db,
  userId: UserId,
): Promise<{ plan_name: string | null } | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select('plan_name')
    .where('user_id', '=', userId)
    .where('status', '<>', 'canceled')
    .where('cancel_requested', 'is distinct from', 'now')
    .orderBy('started_at', 'desc')
    .executeTakeFirst();
  return row ?? null;
}
