import type { AdminBot, AdminSubscription } from '@quorate/contract/admin-users';
import type { SecurityEvent } from '@quorate/contract/security';
import type { Payment } from '@quorate/contract/subscription';
import { Badge } from '@quorate/ui/badge';
import { formatMoney } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { useState } from 'react';
import { PagedList } from '../../../ui/paged-list.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Moment } from '../parts/moment.tsx';
import {
  useAccountBots,
  useAccountEvents,
  useAccountPayments,
  useAccountSubscriptions,
} from './users.api.ts';

type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]];

const SUBSCRIPTIONS: Columns<AdminSubscription> = [
  { head: 'Subscription', cell: ({ subscription_id }) => <Id>{subscription_id}</Id> },
  { head: 'Customer', cell: ({ customer_id }) => <Id>{customer_id}</Id> },
  {
    head: 'Plan',
    cell: ({ plan_name, billing_cycle }) => `${plan_name ?? 'none of ours'} ${billing_cycle ?? ''}`,
  },
  { head: 'Status', cell: ({ status }) => status.replace('_', ' ') },
  { head: 'Each cycle', end: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { head: 'Period ends', cell: ({ period_end }) => <Moment at={period_end} /> },
];

const PAYMENTS: Columns<Payment> = [
  {
    head: 'Payment',
    cell: ({ transaction_id }) => (
      <TextLink to={`/admin/payments?payment=${transaction_id}`}>
        <Id>{transaction_id}</Id>
      </TextLink>
    ),
  },
  { head: 'At', cell: ({ at }) => <Moment at={at} /> },
  { head: 'Status', cell: ({ status }) => status.replace('_', ' ') },
  { head: 'Amount', end: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  {
    head: 'Went back',
    end: true,
    cell: ({ returned, currency }) => formatMoney(returned, currency),
  },
  { head: 'Invoice', cell: ({ invoice_number }) => invoice_number ?? '–' },
];

const BOT_TONES = {
  active: 'gain',
  reducing: 'warn',
  halted: 'neutral',
  silent: 'loss',
  ended: 'neutral',
} as const;

const BOTS: Columns<AdminBot> = [
  { head: 'Trading account', cell: ({ server, login }) => `${login} at ${server}` },
  { head: 'Kind', cell: ({ account_type }) => account_type },
  { head: 'State', cell: ({ state }) => <Badge tone={BOT_TONES[state]}>{state}</Badge> },
  { head: 'Last heartbeat', cell: ({ last_heartbeat_at }) => <Moment at={last_heartbeat_at} /> },
  { head: 'Open positions', end: true, cell: ({ open_positions }) => open_positions },
  { head: 'Version', cell: ({ version }) => version },
];

const EVENTS: Columns<SecurityEvent> = [
  { head: 'What', cell: ({ kind }) => kind.replaceAll('_', ' ') },
  { head: 'About', cell: ({ about }) => about || '–' },
  { head: 'From', cell: ({ address }) => address ?? '–' },
  { head: 'At', cell: ({ at }) => <Moment at={at} /> },
];

export function AccountSubscriptions({ userId }: { userId: string }) {
  const [page, setPage] = useState(1);
  const query = useAccountSubscriptions(userId, page);
  return (
    <Panel title="Subscriptions">
      <PagedList query={query} noun="subscriptions" empty="There was none." onPage={setPage}>
        {({ subscriptions }) => (
          <DataTable
            caption="Subscriptions"
            columns={SUBSCRIPTIONS}
            rows={subscriptions}
            rowKey={({ subscription_id }) => subscription_id}
          />
        )}
      </PagedList>
    </Panel>
  );
}

export function AccountPayments({ userId }: { userId: string }) {
  const [page, setPage] = useState(1);
  const query = useAccountPayments(userId, page);
  return (
    <Panel title="Payments">
      <PagedList query={query} noun="payments" empty="Nothing was paid." onPage={setPage}>
        {({ payments }) => (
          <DataTable
            caption="Payments"
            columns={PAYMENTS}
            rows={payments}
            rowKey={({ transaction_id }) => transaction_id}
          />
        )}
      </PagedList>
    </Panel>
  );
}

export function AccountBots({ userId }: { userId: string }) {
  const [page, setPage] = useState(1);
  const query = useAccountBots(userId, page);
  return (
    <Panel title="Bots">
      <PagedList query={query} noun="bots" empty="No bot yet." onPage={setPage}>
        {({ bots }) => (
          <DataTable caption="Bots" columns={BOTS} rows={bots} rowKey={({ bot_id }) => bot_id} />
        )}
      </PagedList>
    </Panel>
  );
}

export function AccountEvents({ userId }: { userId: string }) {
  const [page, setPage] = useState(1);
  const query = useAccountEvents(userId, page);
  return (
    <Panel title="Security events">
      <PagedList query={query} noun="events" empty="Nothing happened in 90 days." onPage={setPage}>
        {({ events }) => (
          <DataTable
            caption="Security events"
            columns={EVENTS}
            rows={events}
            rowKey={({ event_id }) => event_id}
          />
        )}
      </PagedList>
    </Panel>
  );
}

function Id({ children }: { children: string }) {
  return <span className="figures text-tiny wrap-anywhere">{children}</span>;
}
