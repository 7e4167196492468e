import {
  type AdminBot,
  type AdminSubscription,
  listUserBots,
  listUserEvents,
  listUserPayments,
  listUserSubscriptions,
} from '@quorate/contract/admin-users';
import type { Endpoint } from '@quorate/contract/endpoint';
import type { SecurityEvent } from '@quorate/contract/security';
import type { Payment } from '@quorate/contract/subscription';
import { Badge } from '@quorate/ui/badge';
import { formatMoney } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminList, useAdminList } from '../parts/admin-list.tsx';
import { Moment } from '../parts/admin-page.tsx';
import type { Columns } from '../parts/data-table.tsx';

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

type AccountListProps = { userId: string };

function useAccountList<E extends Endpoint>(endpoint: E, userId: string) {
  return useAdminList({ endpoint, params: { user_id: userId }, perPage: 10 });
}

export function AccountSubscriptions({ userId }: AccountListProps) {
  return (
    <Panel title="Subscriptions">
      <AdminList
        list={useAccountList(listUserSubscriptions, userId)}
        rows="subscriptions"
        caption="Subscriptions"
        columns={SUBSCRIPTIONS}
        rowKey={({ subscription_id }) => subscription_id}
        empty="There was none."
      />
    </Panel>
  );
}

export function AccountPayments({ userId }: AccountListProps) {
  return (
    <Panel title="Payments">
      <AdminList
        list={useAccountList(listUserPayments, userId)}
        rows="payments"
        caption="Payments"
        columns={PAYMENTS}
        rowKey={({ transaction_id }) => transaction_id}
        empty="Nothing was paid."
      />
    </Panel>
  );
}

export function AccountBots({ userId }: AccountListProps) {
  return (
    <Panel title="Bots">
      <AdminList
        list={useAccountList(listUserBots, userId)}
        rows="bots"
        caption="Bots"
        columns={BOTS}
        rowKey={({ bot_id }) => bot_id}
        empty="No bot yet."
      />
    </Panel>
  );
}

export function AccountEvents({ userId }: AccountListProps) {
  return (
    <Panel title="Security events">
      <AdminList
        list={useAccountList(listUserEvents, userId)}
        rows="events"
        caption="Security events"
        columns={EVENTS}
        rowKey={({ event_id }) => event_id}
        empty="Nothing happened in 90 days."
      />
    </Panel>
  );
}

function Id({ children }: { children: string }) {
  return <span className="figures text-tiny wrap-anywhere">{children}</span>;
}
