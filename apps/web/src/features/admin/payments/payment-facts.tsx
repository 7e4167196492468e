import type { AdminPaymentDetail } from '@quorate/contract/admin-payments';
import { formatMoney } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { TextLink } from '../../../ui/text-link.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Facts } from '../parts/facts.tsx';
import { Moment } from '../parts/moment.tsx';
import { STATUS_WORDS } from './payment-words.ts';

/** What is known of one payment. */
export function PaymentFacts({ detail }: { detail: AdminPaymentDetail }) {
  const { payment, subscription, adjustments, events } = detail;
  const money = (amount: number) => formatMoney(amount, payment.currency);
  return (
    <>
      <Panel title="The bill">
        <Facts
          facts={[
            ['Amount', money(payment.amount)],
            ['Tax in it', money(payment.tax)],
            ['Went back', money(payment.returned)],
            ['Status', STATUS_WORDS[payment.status]],
            ['Billed', <Moment key="at" at={payment.at} />],
            ['Plan', payment.plan_name ? `${payment.plan_name}, ${payment.billing_cycle}` : '–'],
            ['Period from', <Moment key="from" at={detail.period_start} />],
            ['Period until', <Moment key="until" at={detail.period_end} />],
            ['Put on the plan', <Moment key="granted" at={detail.granted_at} />],
            ['Origin', payment.origin],
            ['Invoice', payment.invoice_number ?? '–'],
            ['Customer', payment.customer_id ?? '–'],
            [
              'User',
              payment.user_id === null ? (
                'deleted'
              ) : (
                <TextLink key="user" to={`/admin/users/${payment.user_id}`}>
                  {payment.user_name ?? payment.user_id}
                </TextLink>
              ),
            ],
            [
              'Subscription',
              subscription ? `${subscription.subscription_id}, ${subscription.status}` : '–',
            ],
            ['Next bill', <Moment key="next" at={subscription?.next_billed_at ?? null} />],
          ]}
        />
      </Panel>
      <Panel title="Money back">
        {adjustments.length === 0 ? (
          <p className="text-small text-muted">Nothing was asked for.</p>
        ) : (
          <DataTable
            caption="Money back"
            columns={[
              { head: 'What', cell: ({ action }) => <span className="font-medium">{action}</span> },
              { head: 'Status', cell: ({ status }) => status.replace('_', ' ') },
              { head: 'Amount', end: true, cell: ({ amount }) => money(amount) },
              { head: 'Since', cell: ({ at }) => <Moment at={at} /> },
              { head: 'Number', cell: ({ adjustment_id }) => adjustment_id },
            ]}
            rows={adjustments}
            rowKey={({ adjustment_id }) => adjustment_id}
          />
        )}
      </Panel>
      <Panel
        title="What the provider told"
        aside={
          <TextLink to={`/admin/webhooks?entity=${payment.transaction_id}`} className="text-small">
            Its webhooks
          </TextLink>
        }
      >
        {events.length === 0 ? (
          <p className="text-small text-muted">No event of the last 90 days.</p>
        ) : (
          <DataTable
            caption="What the provider told"
            columns={[
              {
                head: 'Event',
                cell: ({ event_type }) => <span className="font-medium">{event_type}</span>,
              },
              { head: 'Happened', cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
              { head: 'Outcome', cell: ({ outcome }) => outcome },
            ]}
            rows={events}
            rowKey={({ event_id }) => event_id}
          />
        )}
      </Panel>
    </>
  );
}
