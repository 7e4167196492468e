import { t } from '@lingui/core/macro';
import { cancelSubscription, type SubscriptionView } from '@quorate/contract/subscription';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { Notice } from '@quorate/ui/notice';
import { formatDay } from '@quorate/ui/time-format';
import { useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import type { Changed } from './changed.ts';

type Way = 'now' | 'period_end';

type CancelDialogProps = {
  subscription: SubscriptionView;
  timeZone: string;
  onCancelled: (reply: Changed, way: Way) => void;
  onClose: () => void;
};

/** Asks which of two ends a subscription shall have, and says what each of them means. */
export function CancelDialog({ subscription, timeZone, onCancelled, onClose }: CancelDialogProps) {
  const [chosen, setChosen] = useState<Way>('now');
  const { busy, error, submit } = useSubmission(async (effective: Way) => {
    setChosen(effective);
    onCancelled(await callApi(cancelSubscription, { body: { effective } }), effective);
  });
  // What fails has to be seen: the dialog stays until the answer is there.
  const close = () => {
    if (!busy) onClose();
  };
  const { plan_name: plan } = subscription;
  const paidUntil = endOfPaidPeriod(subscription);
  return (
    <Dialog title={t`Cancel the ${plan} subscription?`} onClose={close}>
      <div className="space-y-5">
        {error !== null && (
          <Notice tone="error" live>
            {errorText(
              error,
              t`Failed to cancel subscription`,
              t`Failed to cancel subscription. Please try again.`,
            )}
          </Notice>
        )}
        {paidUntil !== null && (
          <div className="border-b border-line pb-5">
            <h3 className="text-small font-semibold">{t`At the end of the billing period`}</h3>
            <p className="mt-1 text-small">{t`You keep the ${plan} plan until ${formatDay(paidUntil, timeZone)}, and nothing more is billed. Until then you can take it back.`}</p>
            <Button
              variant="secondary"
              className="mt-3"
              busy={busy && chosen === 'period_end'}
              disabled={busy}
              onClick={() => submit('period_end')}
            >{t`Cancel at the end of the billing period`}</Button>
          </div>
        )}
        <div>
          <h3 className="text-small font-semibold">{t`Now`}</h3>
          <p className="mt-1 text-small">{t`Premium access is lost immediately and you move to the Free plan. This cannot be taken back, and the rest of the period is not paid back.`}</p>
          <Button
            variant="danger"
            className="mt-3"
            busy={busy && chosen === 'now'}
            disabled={busy}
            onClick={() => submit('now')}
          >{t`Cancel now`}</Button>
        </div>
        <div className="flex justify-end border-t border-line pt-4">
          <Button variant="secondary" disabled={busy} onClick={close}>
            {subscription.ends_at ? t`Close` : t`Keep subscription`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Until when a subscription would last that is cancelled at its period's end; null: that is no choice. */
function endOfPaidPeriod(subscription: SubscriptionView): string | null {
  const { status, ends_at, waiting_for, next_billing_date } = subscription;
  if (status !== 'active' || ends_at || waiting_for) return null;
  return next_billing_date ?? null;
}
