import { AppError } from '../../../http/app-error.ts';
import { PaymentsError } from '../payments.ts';
import { untilWords } from './plan-choice.ts';
import { unreachable } from './provider-answer.ts';
import type { SubscriptionRow } from './subscription.queries.ts';

/**
 * What a caller is told when the provider did not change a subscription, or not say what a change costs.
 * Most of what it can refuse was looked at before: it knows better, and we hear of it later.
 */
export function refusalOf(error: unknown, row: SubscriptionRow): unknown {
  if (!(error instanceof PaymentsError)) return error;
  switch (error.code) {
    case 'subscription_payment_declined':
      return new AppError('card_declined', { cause: error });
    case 'subscription_locked_renewal':
      return new AppError('subscription_locked', { cause: error });
    case 'subscription_update_when_past_due':
      return new AppError('subscription_overdue', { cause: error });
    case 'subscription_locked_pending_changes':
      return new AppError('subscription_ending', {
        details: { until: untilWords(row.period_end) },
        cause: error,
      });
    case 'subscription_update_when_canceled':
    case 'subscription_update_when_paused':
      return new AppError('no_subscription', { cause: error });
    default:
      return unreachable(error);
  }
}
