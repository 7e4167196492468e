import { t } from '@lingui/core/macro';
import {
  type AdminPayment,
  type AdminPaymentDetail,
  getAdminPayment,
  lookUpPayment,
  type RefundState,
  refundPayment,
} from '@quorate/contract/admin-payments';
import { Button } from '@quorate/ui/button';
import { formatMoney } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { TextField } from '@quorate/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { createRef } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminPage, Facts, Loaded, Moment } from '../parts/admin-page.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { useReasonedAct } from '../parts/reasoned-act.tsx';
import { outcomeName } from '../webhooks/webhooks-view.tsx';

export const STATUS_WORDS: Readonly<Record<AdminPayment['status'], string>> = {
  draft: t`Begun`,
  ready: t`Ready to pay`,
  billed: t`Billed`,
  paid: t`Paid`,
  completed: t`Completed`,
  canceled: t({ message: 'Cancelled', context: 'a payment' }),
  past_due: t`Past due`,
};

const REFUND_WORDS: Readonly<Record<RefundState, string>> = {
  none: t`Nothing was refunded.`,
  asked: t`Requested. The provider has not confirmed it yet; we retry automatically.`,
  pending: t`The provider decides. The plan applies until the refund is approved.`,
  approved: t`Approved: the money goes back.`,
  rejected: t`The provider rejected it. You can request it again.`,
  refused: t`The provider did not accept it; the service’s log says why. You can request it again.`,
};

/** A refund that was asked for is told to the provider within a second or two, most of the time. */
const ASKED_MS = 2_000;
/** One that was told waits for the provider, who decides within minutes. */
const PENDING_MS = 10_000;

/** @returns after how long it is looked at again */
function waitMs(detail: AdminPaymentDetail | undefined): number | false {
  if (detail?.refund.state === 'asked') return ASKED_MS;
  return detail?.refund.state === 'pending' && PENDING_MS;
}

/** One payment: what is known of it, and what can be done about it. */
export function PaymentView({ transactionId }: { transactionId: string }) {
  const params = { transaction_id: transactionId };
  const payment = useQuery({
    queryKey: ['admin', 'payment', transactionId],
    queryFn: ({ signal }) => callApi(getAdminPayment, { params }, { signal }),
    refetchInterval: ({ state }) => waitMs(state.data),
  });
  const { ask, notices } = useReasonedAct();

  const lookUp = () => {
    const action_id = crypto.randomUUID();
    ask({
      title: t`Look up this payment`,
      words: t`We ask the payment provider for its current state and process the answer.`,
      act: t`Look up`,
      failure: t`The payment was not looked up`,
      run: async (reason) => {
        const { looked_up } = await callApi(lookUpPayment, { params, body: { action_id, reason } });
        return looked_up === 'done'
          ? t`The provider has answered. This page is up to date.`
          : t`Asked. The provider has no result yet; we ask again automatically.`;
      },
    });
  };

  // The amount is typed, so that nobody refunds another one by a slip.
  const giveBack = ({ payment: bill, refund }: AdminPaymentDetail) => {
    const typed = createRef<HTMLInputElement>();
    const amount = formatMoney(bill.amount, bill.currency);
    ask({
      title:
        bill.user_name === null
          ? t`Refund ${amount} to the buyer?`
          : t`Refund ${amount} to ${bill.user_name}?`,
      act: t`Refund ${amount}`,
      danger: true,
      failure: t`The refund was not requested`,
      words: (
        <>
          <p>{t`The whole amount is refunded by the method it was paid with. The provider has to approve it, which takes minutes to days. Until then nothing changes.`}</p>
          <p>
            {refund.ends_plan
              ? t`Once approved, the subscription ends at once and the account is on Free. This cannot be undone.`
              : t`The account keeps its plan, which does not depend on this bill.`}{' '}
            {t`The user gets a mail.`}
          </p>
          <TextField
            ref={typed}
            label={t`Type the amount in ${bill.currency}`}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            hint={t`For example ${bill.amount.toFixed(2)}.`}
          />
        </>
      ),
      run: async (reason) => {
        // What is no number is no amount either: the service says what was expected.
        const body = { reason, amount: amountOf(typed.current?.value ?? '') };
        return REFUND_WORDS[(await callApi(refundPayment, { params, body })).refund.state];
      },
    });
  };

  return (
    <AdminPage
      title={t`Payment`}
      lead={transactionId}
      aside={
        <div className="flex flex-wrap items-center gap-3">
          <TextLink to="/admin/payments" className="text-small">{t`All payments`}</TextLink>
          <Button variant="secondary" onClick={lookUp}>{t`Look up at the provider`}</Button>
        </div>
      }
    >
      {notices}
      <Loaded query={payment} what={t`the payment`}>
        {(detail) => (
          <>
            <Refund detail={detail} onGiveBack={() => giveBack(detail)} />
            <PaymentFacts detail={detail} />
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

type RefundProps = { detail: AdminPaymentDetail; onGiveBack: () => void };

/** How the refund stands, and the way to ask for it where nothing of it is under way or done. */
function Refund({ detail: { payment, refund }, onGiveBack }: RefundProps) {
  const { state, impossible, last_error } = refund;
  const isOpen = state === 'none' || state === 'rejected' || state === 'refused';
  return (
    <Panel title={t`Refund`}>
      <p className="max-w-prose text-small">{REFUND_WORDS[state]}</p>
      {last_error !== null && (
        <p className="mt-1 text-small wrap-anywhere text-muted">{t`The provider’s last answer: ${last_error}`}</p>
      )}
      {isOpen && impossible !== null && (
        <p className="mt-1 text-small text-muted">{t`It cannot be refunded: ${impossible}`}</p>
      )}
      {isOpen && impossible === null && (
        <Button
          variant="danger"
          className="mt-4"
          onClick={onGiveBack}
        >{t`Refund ${formatMoney(payment.amount, payment.currency)}`}</Button>
      )}
    </Panel>
  );
}

/** @example amountOf('$1,380.00') // 1380 */
function amountOf(text: string): number {
  const amount = Number(text.replace(/[$€£\s]/g, '').replace(/,(?=\d{3}(\D|$))/g, ''));
  return Number.isFinite(amount) ? amount : 0;
}

/** What is known of one payment. */
function PaymentFacts({ detail }: { detail: AdminPaymentDetail }) {
  const { payment, subscription, adjustments, events } = detail;
  const money = (amount: number) => formatMoney(amount, payment.currency);
  return (
    <>
      <Panel title={t`Bill`}>
        <Facts
          facts={[
            [t`Amount`, money(payment.amount)],
            [t`Tax included`, money(payment.tax)],
            [t`Refunded`, money(payment.returned)],
            [t`Status`, STATUS_WORDS[payment.status]],
            [t`Billed`, <Moment key="at" at={payment.at} />],
            [t`Plan`, payment.plan_name ? `${payment.plan_name}, ${payment.billing_cycle}` : '–'],
            [t`Period from`, <Moment key="from" at={detail.period_start} />],
            [t`Period until`, <Moment key="until" at={detail.period_end} />],
            [t`Plan granted`, <Moment key="granted" at={detail.granted_at} />],
            [t`Origin`, payment.origin],
            [t`Invoice`, payment.invoice_number ?? '–'],
            [t`Customer`, payment.customer_id ?? '–'],
            [
              t`User`,
              payment.user_id === null ? (
                'deleted'
              ) : (
                <TextLink key="user" to={`/admin/users/${payment.user_id}`}>
                  {payment.user_name ?? payment.user_id}
                </TextLink>
              ),
            ],
            [
              t`Subscription`,
              subscription ? `${subscription.subscription_id}, ${subscription.status}` : '–',
            ],
            [t`Next bill`, <Moment key="next" at={subscription?.next_billed_at ?? null} />],
          ]}
        />
      </Panel>
      <Panel title={t`Refunds and chargebacks`}>
        <DataTable
          caption={t`Refunds and chargebacks`}
          columns={[
            { head: t`Kind`, cell: ({ action }) => <span className="font-medium">{action}</span> },
            { head: t`Status`, cell: ({ status }) => status.replace('_', ' ') },
            { head: t`Amount`, end: true, cell: ({ amount }) => money(amount) },
            { head: t`Since`, cell: ({ at }) => <Moment at={at} /> },
            { head: 'ID', cell: ({ adjustment_id }) => adjustment_id },
          ]}
          rows={adjustments}
          rowKey={({ adjustment_id }) => adjustment_id}
          empty={t`No refund or chargeback.`}
        />
      </Panel>
      <Panel
        title={t`Events from the provider`}
        aside={
          <TextLink
            to={`/admin/webhooks?entity=${payment.transaction_id}`}
            className="text-small"
          >{t`All its webhooks`}</TextLink>
        }
      >
        <DataTable
          caption={t`Events from the provider`}
          columns={[
            {
              head: t`Event`,
              cell: ({ event_type }) => <span className="font-medium">{event_type}</span>,
            },
            { head: t`Happened`, cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
            { head: t`Outcome`, cell: ({ outcome }) => outcomeName(outcome) },
          ]}
          rows={events}
          rowKey={({ event_id }) => event_id}
          empty={t`No events in the last 90 days.`}
        />
      </Panel>
    </>
  );
}
