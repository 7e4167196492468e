import { type PlanName, planByName } from '@quorate/contract/plans';
import type { UserId } from '@quorate/values/ids';
import { inTransaction } from '../../../db/in-transaction.ts';
import { AppError } from '../../../http/app-error.ts';
import type { SellingDeps } from '../billing.deps.ts';
import { readCheckoutToken } from '../checkout-token.ts';
import { readEntitlements } from '../entitlements/entitlements.queries.ts';
import { PaymentsError } from '../payments.ts';
import type { ProviderTransaction } from '../provider-entities.ts';
import { queueTask } from '../provider-tasks.ts';
import { recordTransaction } from '../record/record-transaction.ts';
import { recordDeps } from '../record/recorded.ts';
import { tryTask } from '../record/run-tasks.ts';
import { inTime, LATE } from '../subscription/provider-answer.ts';
import { markClaim, unmarkClaim } from './claim-mark.ts';
import { findSale, isSubscriptionKnown, type Sale } from './purchase.queries.ts';

/** What a browser says; none of it is believed. */
export type Claim = Readonly<{ userId: UserId; planName: PlanName; transactionId: string }>;

export type Claimed = 'active' | 'pending';

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
  await tryTask(deps, { kind: 'fetch_subscription', subject });
}

/** What a paid sale means for its user now. */
async function judge(deps: SellingDeps, claim: Claim): Promise<Claimed> {
  const { sale, plan, isWhole } = await readAtOnce(deps, claim);
  if (sale?.user_id !== claim.userId) throw unknownTo(claim);
  if (sale.amount > 0 && sale.returned >= sale.amount)
    throw new AppError('payment_returned', { details: { transaction_id: claim.transactionId } });
  if (sale.plan_name !== claim.planName)
    throw mismatch(claim, sale.plan_name ?? 'something that is not sold here');
  if (plan.id >= planByName(claim.planName).id) return 'active';
  if (!isWhole) return 'pending';
  throw mismatch(claim, 'a subscription that has ended or was changed since');
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

function mismatch({ transactionId, planName }: Claim, actual: string): AppError {
  return new AppError('payment_mismatch', {
    details: { transaction_id: transactionId, actual, plan_name: planName },
  });
}
