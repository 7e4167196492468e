import { t } from '@lingui/core/macro';
import {
  listUserBots,
  listUserEvents,
  listUserPayments,
  listUserSubscriptions,
} from '@quorate/contract/admin-users';
import type { Endpoint, Reply } from '@quorate/contract/endpoint';
import { Badge } from '@quorate/ui/badge';
import { formatMoney } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminList, type ShownRows, useAdminList } from '../parts/admin-list.tsx';
import { Moment } from '../parts/admin-page.tsx';

/** A panel of an account's page, with one of the account's lists. */
function accountList<E extends Endpoint, Name extends keyof Reply<E> & string>(
  title: string,
  endpoint: E,
  shown: ShownRows<E, Name>,
) {
  return function AccountList({ userId }: { userId: string }) {
    const list = useAdminList({ endpoint, params: { user_id: userId }, perPage: 10 });
    return (
      <Panel title={title}>
        <AdminList list={list} caption={title} {...shown} />
      </Panel>
    );
  };
}

const CYCLE_WORDS = { monthly: t`monthly`, yearly: t`yearly` } as const;

export const AccountSubscriptions = accountList(t`Subscriptions`, listUserSubscriptions, {
  rows: 'subscriptions',
  noun: t`subscriptions`,
  rowKey: ({ subscription_id }) => subscription_id,
  empty: t`No subscription yet.`,
  columns: [
    { head: t`Subscription`, cell: ({ subscription_id }) => <Id>{subscription_id}</Id> },
    { head: t`Customer`, cell: ({ customer_id }) => <Id>{customer_id}</Id> },
    {
      head: t`Plan`,
      cell: ({ plan_name, billing_cycle }) =>
        [plan_name ?? t`none of ours`, billing_cycle && CYCLE_WORDS[billing_cycle]]
          .filter(Boolean)
          .join(' '),
    },
    { head: t`Status`, cell: ({ status }) => status.replace('_', ' ') },
    {
      head: t`Per cycle`,
      end: true,
      cell: ({ amount, currency }) => formatMoney(amount, currency),
    },
    { head: t`Period ends`, cell: ({ period_end }) => <Moment at={period_end} /> },
  ],
});

export const AccountPayments = accountList(t`Payments`, listUserPayments, {
  rows: 'payments',
  noun: t`payments`,
  rowKey: ({ transaction_id }) => transaction_id,
  empty: t`No payment yet.`,
  columns: [
    {
      head: t`Payment`,
      cell: ({ transaction_id }) => (
        <TextLink to={`/admin/payments?payment=${transaction_id}`}>
          <Id>{transaction_id}</Id>
        </TextLink>
      ),
    },
    { head: t`Billed`, cell: ({ at }) => <Moment at={at} /> },
    { head: t`Status`, cell: ({ status }) => status.replace('_', ' ') },
    { head: t`Amount`, end: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
    {
      head: t`Refunded`,
      end: true,
      cell: ({ returned, currency }) => (returned === 0 ? '–' : formatMoney(returned, currency)),
    },
    { head: t`Invoice`, cell: ({ invoice_number }) => invoice_number ?? '–' },
  ],
});

const BOT_TONES = {
  active: 'gain',
  reducing: 'warn',
  halted: 'neutral',
  silent: 'loss',
  ended: 'neutral',
} as const;

export const AccountBots = accountList(t`Bots`, listUserBots, {
  rows: 'bots',
  noun: t`bots`,
  rowKey: ({ bot_id }) => bot_id,
  empty: t`No bot yet.`,
  columns: [
    { head: t`Trading account`, cell: ({ server, login }) => t`${login} at ${server}` },
    { head: t`Kind`, cell: ({ account_type }) => account_type },
    { head: t`State`, cell: ({ state }) => <Badge tone={BOT_TONES[state]}>{state}</Badge> },
    { head: t`Last heartbeat`, cell: ({ last_heartbeat_at }) => <Moment at={last_heartbeat_at} /> },
    { head: t`Open positions`, end: true, cell: ({ open_positions }) => open_positions },
    { head: t`Version`, cell: ({ version }) => version },
  ],
});

export const AccountEvents = accountList(t`Security events`, listUserEvents, {
  rows: 'events',
  noun: t`events`,
  rowKey: ({ event_id }) => event_id,
  empty: t`No events in the last 90 days.`,
  columns: [
    { head: t`Event`, cell: ({ kind }) => kind.replaceAll('_', ' ') },
    { head: t`Details`, cell: ({ about }) => about || '–' },
    { head: t`Address`, cell: ({ address }) => address ?? '–' },
    { head: t`Time`, cell: ({ at }) => <Moment at={at} /> },
  ],
});

function Id({ children }: { children: string }) {
  return <span className="figures text-tiny wrap-anywhere">{children}</span>;
}
