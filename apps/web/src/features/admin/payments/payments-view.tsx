import { t } from '@lingui/core/macro';
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
      search: { label: t`Payment ID, invoice, username or email` },
      status: {
        label: t`Status`,
        options: optionsOf(PAYMENT_STATUSES, (status) => STATUS_WORDS[status]),
      },
      plan_name: {
        address: 'plan',
        label: t`Plan`,
        options: optionsOf(['Starter', 'Pro', 'Elite']),
      },
      returned: {
        label: t`Refunds`,
        options: optionsOf(['yes'], () => t`Refunded, in part or whole`),
      },
    },
  });
  return (
    <AdminPage
      title={t`Payments`}
      lead={t`Bills of all users, as the payment provider reports them. Unfinished checkouts appear when you search for one or choose its status.`}
    >
      <AdminList
        list={list}
        rows="payments"
        noun={t`payments`}
        caption={t`Payments`}
        columns={COLUMNS}
        rowKey={({ transaction_id }) => transaction_id}
        empty={t`No payment matches. Try another search or filter.`}
        never={t`No payments yet.`}
      />
    </AdminPage>
  );
}

const COLUMNS: Columns<AdminPayment> = [
  {
    head: t`Payment`,
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
    head: t`User`,
    cell: ({ user_id, user_name }) =>
      user_id === null ? (
        <span className="text-muted">{t`deleted`}</span>
      ) : (
        <TextLink to={`/admin/users/${user_id}`}>{user_name ?? t`unknown`}</TextLink>
      ),
  },
  {
    head: t`Plan`,
    cell: ({ plan_name, billing_cycle }) =>
      plan_name === null ? '–' : `${plan_name}, ${billing_cycle}`,
  },
  {
    head: t`Status`,
    cell: ({ status }) => (
      <Badge tone={status === 'past_due' ? 'warn' : status === 'completed' ? 'gain' : 'neutral'}>
        {STATUS_WORDS[status]}
      </Badge>
    ),
  },
  { head: t`Amount`, end: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { head: t`Tax`, end: true, cell: ({ tax, currency }) => formatMoney(tax, currency) },
  {
    head: t`Refunded`,
    end: true,
    cell: ({ returned, currency }) => (returned === 0 ? '–' : formatMoney(returned, currency)),
  },
];
