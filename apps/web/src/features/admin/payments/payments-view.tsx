import {
  type AdminPayment,
  listAdminPayments,
  PAYMENT_STATUSES,
} from '@quorate/contract/admin-payments';
import { Badge } from '@quorate/ui/badge';
import { formatMoney } from '@quorate/ui/format';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminList, optionsOf, useAdminList } from '../parts/admin-list.tsx';
import { AdminPage, Moment } from '../parts/admin-page.tsx';
import type { Columns } from '../parts/data-table.tsx';
import { useAddressFilter } from '../parts/use-address-filter.ts';
import { PaymentView, STATUS_WORDS } from './payment-view.tsx';

/** Payments of all users; one of them where the address names it. */
export function PaymentsView() {
  const [{ payment }] = useAddressFilter({ payment: 'text' });
  return payment === '' ? <PaymentList /> : <PaymentView transactionId={payment} />;
}

function PaymentList() {
  const list = useAdminList({
    endpoint: listAdminPayments,
    filters: {
      search: { label: 'Payment ID, invoice, username or email' },
      status: {
        label: 'Status',
        options: optionsOf(PAYMENT_STATUSES, (status) => STATUS_WORDS[status]),
      },
      plan_name: {
        address: 'plan',
        label: 'Plan',
        options: optionsOf(['Starter', 'Pro', 'Elite']),
      },
      returned: {
        label: 'Refunds',
        options: optionsOf(['yes'], () => 'Refunded, in part or whole'),
      },
    },
  });
  return (
    <AdminPage
      title="Payments"
      lead="Bills of all users, as the payment provider reports them. Unfinished checkouts appear when you search for one or choose its status."
    >
      <AdminList
        list={list}
        rows="payments"
        caption="Payments"
        columns={COLUMNS}
        rowKey={({ transaction_id }) => transaction_id}
        empty="No payment matches. Try another search or filter."
        never="No payments yet."
      />
    </AdminPage>
  );
}

const COLUMNS: Columns<AdminPayment> = [
  {
    head: 'Payment',
    cell: ({ transaction_id, invoice_number, at }) => (
      <>
        <TextLink to={`/admin/payments?payment=${transaction_id}`}>
          {invoice_number ?? `…${transaction_id.slice(-8)}`}
        </TextLink>
        <span className="block text-tiny text-muted">
          <Moment at={at} />
        </span>
      </>
    ),
  },
  {
    head: 'User',
    cell: ({ user_id, user_name }) =>
      user_id === null ? (
        <span className="text-muted">deleted</span>
      ) : (
        <TextLink to={`/admin/users/${user_id}`}>{user_name ?? 'unknown'}</TextLink>
      ),
  },
  {
    head: 'Plan',
    cell: ({ plan_name, billing_cycle }) =>
      plan_name === null ? '–' : `${plan_name}, ${billing_cycle}`,
  },
  {
    head: 'Status',
    cell: ({ status }) => (
      <Badge tone={status === 'past_due' ? 'warn' : status === 'completed' ? 'gain' : 'neutral'}>
        {STATUS_WORDS[status]}
      </Badge>
    ),
  },
  { head: 'Amount', end: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { head: 'Tax', end: true, cell: ({ tax, currency }) => formatMoney(tax, currency) },
  {
    head: 'Refunded',
    end: true,
    cell: ({ returned, currency }) => (returned === 0 ? '–' : formatMoney(returned, currency)),
  },
];
