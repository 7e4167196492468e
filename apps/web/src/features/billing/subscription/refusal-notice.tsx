import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { ApiError } from '../../../lib/api-error.ts';
import { errorText } from '../../../lib/error-text.ts';
import { ProviderPageNotice } from './provider-page.tsx';
import { PAYMENT_METHOD_FAILURE, usePaymentMethod } from './use-payment-method.ts';

/** Refusals that another card mends. */
const CARD_FAULTS = ['card_declined', 'subscription_overdue'];

type RefusalNoticeProps = {
  error: unknown;
  /** Where the service gave no sentence of its own. */
  failure: string;
  onRetry?: () => void;
};

/** Why a change is not made, with what can be done about it. */
export function RefusalNotice({ error, failure, onRetry }: RefusalNoticeProps) {
  const page = usePaymentMethod();
  const wantsCard = error instanceof ApiError && CARD_FAULTS.includes(error.code);
  const mend = wantsCard ? () => page.submit(undefined) : onRetry;
  return (
    <>
      <Notice
        tone="error"
        live
        action={
          mend && (
            <Button variant="secondary" size="small" busy={page.busy} onClick={mend}>
              {wantsCard ? t`Update payment method` : t`Retry`}
            </Button>
          )
        }
      >
        {errorText(error, failure, t`${failure}. Please try again.`)}
      </Notice>
      <ProviderPageNotice failure={PAYMENT_METHOD_FAILURE} page={page} className="mt-2" />
    </>
  );
}
