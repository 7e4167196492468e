import { msg } from '@lingui/core/runtime-macro';
import type { Reply } from '@quorate/contract/endpoint';
import {
  cancelSubscription as cancelCall,
  changePlan as changeCall,
  getSubscription as getCall,
  openInvoice as invoiceCall,
  keepSubscription as keepCall,
  listPayments as paymentsCall,
  openBillingPortal as portalCall,
  previewPlanChange as previewCall,
} from '@quorate/contract/subscription';
import type { UserId } from '@quorate/values/ids';
import type { FastifyReply } from 'fastify';
import type { ProviderTaskKind } from '../../../db/billing-tables.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst } from '../../../http/rate-limit.ts';
import { dropTask, queueTask } from '../../../process/tasks.ts';
import type { I18n } from '../../../words/i18n.ts';
import type { BillingDeps, Provider, SellingDeps } from '../billing.deps.ts';
import { majorUnits } from '../money-words.ts';
import { PaymentsError } from '../payments.ts';
import { createPriceCheck, type IsPriceRight } from '../purchase/price-check.ts';
import { tryProviderTask } from '../record/provider-tasks.ts';
import { takeInSubscription } from '../record/tasks/take-in-fetched.ts';
import { changePlan } from './change-plan.service.ts';
import { cancelledWords, endedWords, keptWords } from './change-words.ts';
import type { Changed } from './changed.ts';
import { getSubscription } from './get-subscription.service.ts';
import { listPayments, openInvoice } from './payments.service.ts';
import { notSold, offerFor, type PlanChoice, planChange } from './plan-choice.ts';
import { expectAnswer, inTime, OUTCOME_MS, unreachable } from './provider-answer.ts';
import { refusalOf } from './provider-refusal.ts';
import {
  countWaiting,
  findLastEnded,
  findLiving,
  lockLiving,
  type SubscriptionRow,
  setCancelRequest,
} from './subscription.queries.ts';
import { subscriptionView } from './subscription-view.ts';

const HOUR_MS = 3_600_000;
const ACCEPTED = 202;

/** Says what became of a wish in its caller's language. */
type TalkingDeps = BillingDeps & Readonly<{ i18n: I18n }>;

export function registerSubscription(route: Route, deps: BillingDeps): void {
  const limit = deps.limits.billingChanges;
  const isPriceRight = createPriceCheck(deps);
  const selling = (choice: PlanChoice) => ({ ...expectSelling(deps, choice), isPriceRight });
  /** Each kind is counted by itself: whoever looked at prices for an hour may still cancel. */
  const count = (userId: string, kind: 'change' | 'cancel' | 'preview' | 'page') => {
    const what = `billing-${kind}`;
    const words = msg`${{ limit }} such requests an hour`;
    return countAgainst(deps, { what, limit, windowMs: HOUR_MS, words }, userId);
  };

  route(getCall, async (_input, { user }) => ({
    success: true,
    ...(await getSubscription(deps, user.id)),
  }));

  route(cancelCall, async ({ body }, { user, reply, i18n }) => {
    await count(user.id, 'cancel');
    return answer(reply, await cancelSubscription({ ...deps, i18n }, user.id, body.effective));
  });

  route(keepCall, async (_input, { user, reply, i18n }) => {
    await count(user.id, 'change');
    return answer(reply, await keepSubscription({ ...deps, i18n }, user.id));
  });

  route(previewCall, async ({ body }, { user }) => {
    await count(user.id, 'preview');
    return {
      success: true,
      ...(await previewPlanChange(selling(body), user.id, body)),
    };
  });

  route(changeCall, async ({ body }, { user, reply, i18n }) => {
    await count(user.id, 'change');
    return answer(reply, await changePlan({ ...selling(body), i18n }, user.id, body));
  });

  route(paymentsCall, async ({ query }, { user }) => ({
    success: true,
    ...(await listPayments(deps.db, user.id, query)),
  }));

  route(invoiceCall, async ({ params }, { user, reply }) => {
    await count(user.id, 'page');
    reply.header('cache-control', 'no-store');
    return { success: true, url: await openInvoice(deps, user.id, params.transaction_id) };
  });

  route(portalCall, async ({ body }, { user, reply }) => {
    await count(user.id, 'page');
    reply.header('cache-control', 'no-store');
    return { success: true, url: await openPortal(deps, user, body.page) };
  });
}

function answer(reply: FastifyReply, changed: Changed) {
  if (changed.status === 'pending') reply.code(ACCEPTED);
  return { success: true, ...changed } as const;
}

/** @throws AppError invalid_plan: where nothing is sold there is no plan to change to */
function expectSelling(deps: BillingDeps, choice: PlanChoice): SellingDeps {
  const { provider } = deps;
  if (!provider) throw notSold(choice);
  return { ...deps, provider };
}

type PortalPage = 'overview' | 'payment_method';

/**
 * An address of the provider's own pages, signed in as the customer of a subscription. Customers are told
 * apart by the address typed at checkout: whoever typed somebody else's there has bought on that person's
 * customer, whose cards and invoices are none of theirs. So the pages open for the same address only.
 *
 * @throws AppError no_subscription, portal_closed, payments_unreachable
 */
async function openPortal(
  { db, provider }: BillingDeps,
  user: Readonly<{ id: UserId; email: string }>,
  page: PortalPage,
): Promise<string> {
  const [living] = await findLiving(db, user.id);
  const row = living ?? (await findLastEnded(db, user.id));
  if (!row) throw new AppError('no_subscription');
  if (!provider) throw unreachable();
  return expectAnswer(portalUrl(provider, user.email, row, page));
}

async function portalUrl(
  { payments }: Provider,
  email: string,
  { id, customer_id: customerId }: SubscriptionRow,
  page: PortalPage,
): Promise<string> {
  const customer = await payments.findCustomer(customerId);
  if (customer?.email.toLowerCase() !== email.toLowerCase()) throw new AppError('portal_closed');
  const { overview, paymentMethod } = await payments.portalUrls(customerId, id);
  return page === 'payment_method' ? (paymentMethod ?? overview) : overview;
}

type Preview = Omit<Reply<typeof previewCall>, 'success'>;

/** @throws AppError as `planChange`, and what the provider refuses */
async function previewPlanChange(
  { db, provider, isPriceRight }: SellingDeps & Readonly<{ isPriceRight: IsPriceRight }>,
  userId: UserId,
  choice: PlanChoice,
): Promise<Preview> {
  const offer = offerFor(provider.prices, choice);
  const [row] = await findLiving(db, userId);
  if (!row) throw new AppError('no_subscription');
  const change = planChange(row, offer);
  const preview = provider.payments.previewChange(row.id, change).catch((error: unknown) => {
    throw refusalOf(error, row);
  });
  const [told, isRight] = await expectAnswer(
    Promise.all([preview, isPriceRight(provider.payments, offer)]),
  );
  if (!isRight) throw notSold(choice);
  return {
    due_now: majorUnits(told.dueNow, told.currency),
    credit: majorUnits(told.credit, told.currency),
    next_amount: majorUnits(told.nextAmount, told.currency),
    next_billing_date: told.nextBilledAt.toISOString(),
    currency: told.currency,
  };
}

/**
 * Takes a cancellation at the period's end back, whether the provider knows of it or has still to be told.
 *
 * @throws AppError no_subscription, also for one that was cancelled at once; subscription_locked;
 * payments_unreachable
 */
async function keepSubscription(deps: TalkingDeps, userId: UserId): Promise<Changed> {
  const cancelled = await inTransaction(deps.db, (tx) => dropRequest(deps, tx, userId));
  if (cancelled) await expectAnswer(keepAtProvider(deps, cancelled));
  const [row] = await findLiving(deps.db, userId);
  if (!row) throw new AppError('no_subscription');
  return {
    status: 'done',
    message: keptWords(deps.i18n, row),
    subscription: subscriptionView(row),
  };
}

/** @returns the subscription to be kept at the provider; null when it is not cancelled */
async function dropRequest({ clock }: BillingDeps, tx: Db, userId: UserId): Promise<string | null> {
  const [row] = await lockLiving(tx, userId);
  if (!row || row.cancel_requested === 'now') throw new AppError('no_subscription');
  if (row.cancel_requested === 'period_end') {
    await setCancelRequest(tx, row.id, null, new Date(clock.now()));
    await dropTask(tx, { kind: 'cancel_at_period_end', subject: row.id });
  }
  // The provider may have been told of a request that is dropped here, and only its answer was lost.
  if (row.scheduled_action !== 'cancel' && row.cancel_requested === null) return null;
  // Written down before it is asked: whatever becomes of the asking, this brings its outcome.
  await queueTask(tx, clock, { kind: 'fetch_subscription', subject: row.id }, OUTCOME_MS);
  return row.id;
}

async function keepAtProvider(deps: BillingDeps, id: string): Promise<void> {
  const { provider } = deps;
  if (!provider) throw unreachable();
  const { payments } = provider;
  const told = await payments.keepSubscription(id).catch(async (error: unknown) => {
    if (!(error instanceof PaymentsError) || error.code !== 'subscription_locked_renewal')
      throw error;
    // Locked around a renewal: nothing is to be taken back where nothing could be told before either.
    const current = await payments.findSubscription(id);
    if (current && current.scheduledChange?.action !== 'cancel') return current;
    throw new AppError('subscription_locked', { cause: error });
  });
  await takeInSubscription({ ...deps, provider }, told);
}

const DAY_MS = 86_400_000;

type Effective = 'now' | 'period_end';
type Task = Readonly<{ kind: ProviderTaskKind; subject: string }>;

/**
 * Cancels all that a user is billed for. It is written down before the provider hears of it, and passed on
 * however long that takes: cancelled means cancelled. Who cancelled within a day is told the same again.
 *
 * @throws AppError no_subscription
 */
async function cancelSubscription(
  deps: TalkingDeps,
  userId: UserId,
  effective: Effective,
): Promise<Changed> {
  const { db, provider, i18n } = deps;
  const { rows, tasks } = await inTransaction(db, (tx) => askForEnd(deps, tx, userId, effective));
  const [main] = rows;
  if (!main) return endedAlready(deps, userId);
  if (provider) {
    const selling = { ...deps, provider };
    await inTime(Promise.all(tasks.map((task) => tryProviderTask(selling, task))));
  }
  const ids = rows.map(({ id }) => id);
  const isConfirmed = (await countWaiting(db, ids)) === 0;
  const [left] = await findLiving(db, userId);
  return {
    status: isConfirmed ? 'done' : 'pending',
    message: left ? cancelledWords(i18n, left, isConfirmed) : endedWords(i18n, main),
    subscription: left ? subscriptionView(left) : null,
  };
}

async function askForEnd(
  { clock }: BillingDeps,
  tx: Db,
  userId: UserId,
  effective: Effective,
): Promise<{ rows: SubscriptionRow[]; tasks: Task[] }> {
  const rows = await lockLiving(tx, userId);
  const now = new Date(clock.now());
  const tasks: Task[] = [];
  for (const row of rows) {
    const asked = endAskedFor(row, effective);
    if (asked === 'period_end' && row.scheduled_action === 'cancel') continue;
    const kind = asked === 'now' ? 'cancel_now' : 'cancel_at_period_end';
    if (row.cancel_requested !== asked) await setCancelRequest(tx, row.id, asked, now);
    if (asked === 'now') await dropTask(tx, { kind: 'cancel_at_period_end', subject: row.id });
    await queueTask(tx, clock, { kind, subject: row.id });
    tasks.push({ kind, subject: row.id });
  }
  return { rows, tasks };
}

/** What was cancelled at once stays so; and what is paused has no period to end. */
function endAskedFor(row: SubscriptionRow, effective: Effective): Effective {
  return row.cancel_requested === 'now' || row.status === 'paused' ? 'now' : effective;
}

async function endedAlready({ db, clock, i18n }: TalkingDeps, userId: UserId): Promise<Changed> {
  const last = await findLastEnded(db, userId);
  const endedAt = (last?.canceled_at ?? last?.provider_updated_at)?.getTime() ?? 0;
  if (!last || endedAt < clock.now() - DAY_MS) throw new AppError('no_subscription');
  return { status: 'done', message: endedWords(i18n, last), subscription: null };
}
