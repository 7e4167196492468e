import type { AdminPaymentDetail } from '@quorate/contract/admin-payments';
import { formatMoney } from '@quorate/ui/format';
import { TextField } from '@quorate/ui/text-field';
import { useRef } from 'react';
import { ReasonDialog } from '../parts/reason-dialog.tsx';

type RefundDialogProps = {
  detail: AdminPaymentDetail;
  run: (reason: string, amount: number) => Promise<void>;
  onClose: () => void;
};

/** Says what a refund does, and has the amount typed, so that nobody gives back another one by a slip. */
export function RefundDialog({ detail, run, onClose }: RefundDialogProps) {
  const typed = useRef<HTMLInputElement>(null);
  const { payment, refund } = detail;
  const amount = formatMoney(payment.amount, payment.currency);
  return (
    <ReasonDialog
      title={`Give back ${amount}`}
      act={`Give back ${amount}`}
      danger
      failure="Nothing was given back"
      words={
        <>
          <p>
            All of it goes back to {payment.user_name ?? 'its buyer'} the way it came. The payment
            provider has to approve it, which takes minutes to days; until then nothing changes.
          </p>
          <p>
            {refund.ends_plan
              ? 'Once approved, the subscription ends at once and the account is on Free. This cannot be taken back.'
              : 'The plan of the account stays as it is: this bill is not the one it stands on.'}{' '}
            The user is told by mail.
          </p>
          <TextField
            ref={typed}
            label={`Type the amount in ${payment.currency}`}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            hint={`Such as ${payment.amount.toFixed(2)}.`}
          />
        </>
      }
      // What is no number is no amount either: the service says what was expected.
      run={(reason) => run(reason, amountOf(typed.current?.value ?? ''))}
      onClose={onClose}
    />
  );
}

/** @example amountOf('$1,380.00') // 1380 */
function amountOf(text: string): number {
  const amount = Number(text.replace(/[$€£\s]/g, '').replace(/,(?=\d{3}(\D|$))/g, ''));
  return Number.isFinite(amount) ? amount : 0;
}
