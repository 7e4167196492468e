import type { AdminPaymentDetail } from '@quorate/contract/admin-payments';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { formatMoney } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { TextField } from '@quorate/ui/text-field';
import { useRef, useState } from 'react';
import { RetryNotice } from '../../../ui/retry-notice.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminPage } from '../parts/admin-page.tsx';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { useReasonedAct } from '../parts/use-reasoned-act.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { REFUND_WORDS } from './payment-words.ts';
import { usePayment, usePaymentActs } from './payments.api.ts';

type PaymentViewProps = { operatorId: string; transactionId: string };

/** One payment: what is known of it, and what can be done about it. */
export function PaymentView({ operatorId, transactionId }: PaymentViewProps) {
  const query = usePayment(operatorId, transactionId);
  const acts = usePaymentActs(operatorId, transactionId);
  const { ask, dialog, done, setDone } = useReasonedAct();
  const [refunding, setRefunding] = useState(false);
  const { data } = query;

  const lookUp = () => {
    const id = crypto.randomUUID();
    ask({
      title: 'Look this payment up',
      words: 'We ask the payment provider how it stands, and process the answer.',
      act: 'Look up',
      failure: 'The payment was not looked up',
      run: async (reason) => {
        const answer = await acts.lookUp(id, reason);
        setDone(
          answer === 'done'
            ? 'The provider has answered; this is how the payment stands.'
            : 'Asked. The provider has not settled it yet; it is asked again automatically.',
        );
      },
    });
  };

  return (
    <AdminPage
      title="Payment"
      lead={transactionId}
      aside={
        <div className="flex flex-wrap items-center gap-3">
          <TextLink to="/admin/payments">All payments</TextLink>
          <Button variant="secondary" onClick={lookUp}>
            Look up at the provider
          </Button>
        </div>
      }
    >
      <DoneNotice>{done}</DoneNotice>
      {dialog}
      {query.isError && (
        <RetryNotice
          title="Failed to load the payment"
          error={query.error}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {!data && !query.isError && <RowsSkeleton loading="Loading the payment" />}
      {data && (
        <>
          <Panel title="Refund">
            <p className="max-w-prose text-small">{REFUND_WORDS[data.refund.state]}</p>
            {data.refund.last_error !== null && (
              <p className="mt-1 text-small wrap-anywhere text-muted">
                The provider last said: {data.refund.last_error}
              </p>
            )}
            {isOpen(data.refund.state) && data.refund.impossible !== null && (
              <p className="mt-1 text-small text-muted">
                It cannot be given back: {data.refund.impossible}
              </p>
            )}
            {isOpen(data.refund.state) && data.refund.impossible === null && (
              <Button variant="danger" className="mt-4" onClick={() => setRefunding(true)}>
                Give back {formatMoney(data.payment.amount, data.payment.currency)}
              </Button>
            )}
          </Panel>
          <PaymentFacts detail={data} />
          {refunding && (
            <RefundDialog
              detail={data}
              run={async (reason, amount) => {
                setDone(REFUND_WORDS[await acts.refund(reason, amount)]);
              }}
              onClose={() => setRefunding(false)}
            />
          )}
        </>
      )}
    </AdminPage>
  );
}

/** Whether nothing of it is under way or done. */
function isOpen(state: keyof typeof REFUND_WORDS): boolean {
  return state === 'none' || state === 'rejected' || state === 'refused';
}

type RefundDialogProps = {
  detail: AdminPaymentDetail;
  run: (reason: string, amount: number) => Promise<void>;
  onClose: () => void;
};

/** Says what a refund does, and has the amount typed, so that nobody gives back another one by a slip. */
function RefundDialog({ detail, run, onClose }: RefundDialogProps) {
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
            The user gets a mail.
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
