import { t } from '@lingui/core/macro';
import type { SubscriptionView } from '@quorate/contract/subscription';
import { Button } from '@quorate/ui/button';
import { isOverdue } from './subscription-words.ts';

export type OpenDialog = 'change' | 'cancel' | 'payments';

type SubscriptionActionsProps = {
  subscription: SubscriptionView;
  keeping: boolean;
  onKeep: () => void;
  openingCard: boolean;
  onCard: () => void;
  onOpen: (dialog: OpenDialog) => void;
};

/** What can be done with a subscription as it stands; what must be done first stands first. */
export function SubscriptionActions(props: SubscriptionActionsProps) {
  const { subscription, keeping, onKeep, openingCard, onCard, onOpen } = props;
  const { status, ends_at, waiting_for } = subscription;
  const ending = ends_at !== undefined || waiting_for === 'cancel_at_period_end';
  const over = waiting_for === 'cancel_now';
  const overdue = isOverdue(subscription);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {ending && !over && (
        <Button size="small" busy={keeping} onClick={onKeep}>{t`Keep subscription`}</Button>
      )}
      {status === 'active' && !ending && !over && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => onOpen('change')}
        >{t`Change plan`}</Button>
      )}
      {!over && (
        <Button
          variant={overdue ? 'primary' : 'secondary'}
          size="small"
          busy={openingCard}
          onClick={onCard}
        >
          {overdue ? t`Update payment method` : t`Payment method`}
        </Button>
      )}
      <Button
        variant="secondary"
        size="small"
        onClick={() => onOpen('payments')}
      >{t`Payments`}</Button>
      {!over && (
        <Button variant="quiet" size="small" onClick={() => onOpen('cancel')}>
          {ending ? t`Cancel now` : t`Cancel subscription`}
        </Button>
      )}
    </div>
  );
}
