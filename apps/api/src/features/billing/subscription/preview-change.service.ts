import type { Reply } from '@quorate/contract/endpoint';
import type { previewPlanChange as previewCall } from '@quorate/contract/subscription';
import type { UserId } from '@quorate/values/ids';
import { AppError } from '../../../http/app-error.ts';
import type { SellingDeps } from '../billing.deps.ts';
import { majorUnits } from '../money-words.ts';
import type { IsPriceRight } from '../purchase/price-check.ts';
import { notSold, offerFor, type PlanChoice, planChange } from './plan-choice.ts';
import { expectAnswer } from './provider-answer.ts';
import { refusalOf } from './provider-refusal.ts';
import { findLiving } from './subscription.queries.ts';

type Preview = Omit<Reply<typeof previewCall>, 'success'>;

/** @throws AppError as `planChange`, and what the provider refuses */
export async function previewPlanChange(
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
