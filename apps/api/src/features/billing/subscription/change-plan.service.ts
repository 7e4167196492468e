import { msg } from '@lingui/core/runtime-macro';
import type { UserId } from '@quorate/values/ids';
import { AppError } from '../../../http/app-error.ts';
import { countAgainst } from '../../../http/rate-limit.ts';
import { queueTask } from '../../../process/tasks.ts';
import type { I18n } from '../../../words/i18n.ts';
import type { SellingDeps } from '../billing.deps.ts';
import { PaymentsError, type PlanChange } from '../payments.ts';
import type { Offer } from '../price-book.ts';
import type { ProviderSubscription } from '../provider-entities.ts';
import type { IsPriceRight } from '../purchase/price-check.ts';
import { takeInSubscription } from '../record/tasks/take-in-fetched.ts';
import { CHANGE_PENDING, changedWords } from './change-words.ts';
import type { Changed } from './changed.ts';
import { notSold, offerFor, type PlanChoice, planChange } from './plan-choice.ts';
import { expectAnswer, inTime, LATE, OUTCOME_MS } from './provider-answer.ts';
import { refusalOf } from './provider-refusal.ts';
import { findLiving, type SubscriptionRow } from './subscription.queries.ts';
import { subscriptionView } from './subscription-view.ts';

/** A double click would charge twice: a second change waits for the outcome of the first. */
const ONE_AT_A_TIME = {
  what: 'plan-change',
  limit: 1,
  windowMs: 30_000,
  words: msg`one change of the plan at a time`,
};

type ChangeDeps = SellingDeps & Readonly<{ isPriceRight: IsPriceRight; i18n: I18n }>;

/**
 * Changes the plan of a subscription. The provider is asked how it stands before it is told to change it,
 * and a change whose answer was lost is not done again: what became of it is fetched.
 *
 * @throws AppError as `planChange`, and what the provider refuses; rate_limited while another change of
 * the same user is under way
 */
export async function changePlan(
  deps: ChangeDeps,
  userId: UserId,
  choice: PlanChoice,
): Promise<Changed> {
  const offer = offerFor(deps.provider.prices, choice);
  const [before] = await findLiving(deps.db, userId);
  if (!before) throw new AppError('no_subscription');
  planChange(before, offer);
  const turn = await countAgainst(deps, ONE_AT_A_TIME, userId);
  const outcome = await inTime(changeInTurn(deps, userId, offer, turn.giveBack));
  const [row] = await findLiving(deps.db, userId);
  const subscription = row ? subscriptionView(row) : null;
  if (outcome === LATE || outcome === 'lost' || !row)
    return { status: 'pending', message: deps.i18n.t(CHANGE_PENDING), subscription };
  return { status: 'done', message: changedWords(deps.i18n, row, outcome), subscription };
}

/** @returns how the difference is settled; 'lost' when the provider may have done it or not */
async function changeInTurn(
  deps: ChangeDeps,
  userId: UserId,
  offer: Offer,
  endTurn: () => Promise<void>,
): Promise<PlanChange['settle'] | 'lost'> {
  let isLost = false;
  try {
    const [row] = await expectAnswer(
      Promise.all([asItStands(deps, userId), expectPrice(deps, offer)]),
    );
    const change = planChange(row, offer);
    const told = await tellProvider(deps, row, change);
    isLost = told === null;
    return told === null ? 'lost' : change.settle;
  } finally {
    // Until a lost one has been fetched, the next would change what nobody knows.
    if (!isLost) await endTurn();
  }
}

/** A price that the provider charges otherwise would take the money and give no plan. */
async function expectPrice({ isPriceRight, provider }: ChangeDeps, offer: Offer): Promise<void> {
  if (await isPriceRight(provider.payments, offer)) return;
  throw notSold({ plan_name: offer.plan, billing_cycle: offer.cycle });
}

/** @throws AppError no_subscription */
async function asItStands(deps: SellingDeps, userId: UserId): Promise<SubscriptionRow> {
  const [stored] = await findLiving(deps.db, userId);
  if (!stored) throw new AppError('no_subscription');
  const told = await deps.provider.payments.findSubscription(stored.id);
  if (told) await takeInSubscription(deps, told);
  const row = (await findLiving(deps.db, userId)).find(({ id }) => id === stored.id);
  if (!told || !row) throw new AppError('no_subscription');
  return row;
}

/** @returns null when the answer was lost */
async function tellProvider(
  deps: SellingDeps,
  row: SubscriptionRow,
  change: PlanChange,
): Promise<ProviderSubscription | null> {
  const { db, clock, provider } = deps;
  // Written down first: whatever happens to this call or this process, its outcome is fetched.
  await queueTask(db, clock, { kind: 'fetch_subscription', subject: row.id }, OUTCOME_MS);
  try {
    const told = await provider.payments.changeSubscription(row.id, change);
    await takeInSubscription(deps, told);
    return told;
  } catch (error) {
    if (error instanceof PaymentsError && error.kind === 'unreachable') return null;
    throw refusalOf(error, row);
  }
}
