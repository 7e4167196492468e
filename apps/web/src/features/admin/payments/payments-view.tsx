import { type AdminPayment, PAYMENT_STATUSES } from '@quorate/contract/admin-payments';
import { Badge } from '@quorate/ui/badge';
import { formatMoney } from '@quorate/ui/format';
import { SelectField } from '@quorate/ui/select-field';
import { PagedList } from '../../../ui/paged-list.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminPage } from '../parts/admin-page.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { Moment } from '../parts/moment.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { asksForAll, useAddressFilter } from '../parts/use-address-filter.ts';
import { PaymentView } from './payment-view.tsx';
import { STATUS_WORDS } from './payment-words.ts';
import { usePayments } from './payments.api.ts';

const PLANS = ['all', 'Starter', 'Pro', 'Elite'] as const;
const STATUSES = ['all', ...PAYMENT_STATUSES] as const;

/** Payments of all users; one of them where the address names it. */
export function PaymentsView({ operatorId }: { operatorId: string }) {
  const [filter, change] = useAddressFilter({
    payment: 'text',
    search: 'text',
    status: STATUSES,
    plan: PLANS,
    returned: ['all', 'yes'],
  });
  if (filter.payment !== '')
    return <PaymentView operatorId={operatorId} transactionId={filter.payment} />;
  return <PaymentList operatorId={operatorId} filter={filter} change={change} />;
}

type Filter = {
  search: string;
  status: (typeof STATUSES)[number];
  plan: (typeof PLANS)[number];
  returned: 'all' | 'yes';
  page: number;
};

type PaymentListProps = {
  operatorId: string;
  filter: Filter;
  change: (part: Partial<Filter>) => void;
};

function PaymentList({ operatorId, filter, change }: PaymentListProps) {
  const { search, status, plan, returned, page } = filter;
  const payments = usePayments(operatorId, {
    page,
    per_page: 25,
    ...(search !== '' && { search }),
    ...(status !== 'all' && { status }),
    ...(plan !== 'all' && { plan_name: plan }),
    ...(returned !== 'all' && { returned }),
  });
  return (
    <AdminPage
      title="Payments"
      lead="Bills of all users as the payment provider tells them. Checkouts that nobody finished are listed when you search for one or choose its status."
    >
      <FilterBar label="Which payments">
        <SearchField
          label="Number at the provider, invoice, username or e-mail"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
        <SelectField
          label="Status"
          value={status}
          options={STATUSES.map((value) => ({
            value,
            label: value === 'all' ? 'All' : STATUS_WORDS[value],
          }))}
          onChange={(value) => change({ status: value })}
        />
        <SelectField
          label="Plan"
          value={plan}
          options={PLANS.map((value) => ({ value, label: value === 'all' ? 'All' : value }))}
          onChange={(value) => change({ plan: value })}
        />
        <SelectField
          label="Money back"
          value={returned}
          options={[
            { value: 'all', label: 'All' },
            { value: 'yes', label: 'Something went back' },
          ]}
          onChange={(value) => change({ returned: value })}
        />
      </FilterBar>
      <PagedList
        query={payments}
        noun="payments"
        empty={asksForAll(filter) ? 'Nobody has paid anything yet.' : 'No payment fits.'}
        onPage={(next) => change({ page: next })}
      >
        {({ payments: rows }) => (
          <DataTable
            caption="Payments"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ transaction_id }) => transaction_id}
          />
        )}
      </PagedList>
    </AdminPage>
  );
}

const COLUMNS: readonly [Column<AdminPayment>, ...Column<AdminPayment>[]] = [
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
    head: 'Went back',
    end: true,
    cell: ({ returned, currency }) => (returned === 0 ? '–' : formatMoney(returned, currency)),
  },
];
