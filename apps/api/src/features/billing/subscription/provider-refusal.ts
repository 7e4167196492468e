import { msg } from '@lingui/core/runtime-macro';
import { AppError } from '../../../http/app-error.ts';
import { dayWords } from '../../../words/figures.ts';
import { i18nOf, USUAL_LOCALE } from '../../../words/i18n.ts';
import { PaymentsError } from '../payments.ts';
import { unreachable } from './provider-answer.ts';
import type { SubscriptionRow } from './subscription.queries.ts';

const I18N = i18nOf(USUAL_LOCALE);

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
    case 'subscription_locked_pending_changes': {
      const until = row.period_end === null ? I18N.t(msg`its end`) : dayWords(I18N, row.period_end);
      return new AppError('subscription_ending', { details: { until }, cause: error });
    }
    case 'subscription_update_when_canceled':
    case 'subscription_update_when_paused':
      return new AppError('no_subscription', { cause: error });
    default:
      return unreachable(error);
  }
}
