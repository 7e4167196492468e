import { type AdminAccount, getUser } from '@quorate/contract/admin-users';
import { countOf, formatCount } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { AuditOf } from '../audit/audit-view.tsx';
import { AdminPage, Facts, Loaded, Moment } from '../parts/admin-page.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { formatCost } from '../parts/dollars.ts';
import { AccountActs } from './account-acts.tsx';
import {
  AccountBots,
  AccountEvents,
  AccountPayments,
  AccountSubscriptions,
} from './account-lists.tsx';
import { standingWords } from './users-view.tsx';

/** One account as operators see it: counts and money, never what it trades by. */
export function AccountView({ userId }: { userId: string }) {
  const account = useQuery({
    queryKey: ['admin', 'user', userId],
    queryFn: async ({ signal }) =>
      (await callApi(getUser, { params: { user_id: userId } }, { signal })).account,
  });
  return (
    <AdminPage
      title={account.data?.username ?? 'Account'}
      aside={
        <TextLink to="/admin/users" className="text-small">
          All users
        </TextLink>
      }
    >
      <Loaded query={account} what="the account">
        {(data) => (
          <>
            <AccountActs account={data} />
            <AccountFacts account={data} />
            <AccountSubscriptions userId={userId} />
            <AccountPayments userId={userId} />
            <AccountBots userId={userId} />
            <AccountDecisions days={data.decision_days} />
            <AccountEvents userId={userId} />
            <Panel title="Operator actions">
              <AuditOf userId={userId} />
            </Panel>
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

/** Decisions of the last 30 days: how many, and what the models asked for them. */
function AccountDecisions({ days }: { days: AdminAccount['decision_days'] }) {
  const decisions = days.reduce((sum, day) => sum + day.decisions, 0);
  const cost = days.reduce((sum, day) => sum + day.cost_usd, 0);
  return (
    <Panel
      title="Decisions, last 30 days"
      aside={
        <span className="text-small text-muted">
          {countOf(decisions, 'decision')}, {formatCost(cost)}
        </span>
      }
    >
      <DataTable
        caption="Decisions by UTC day"
        columns={[
          {
            head: 'Day (UTC)',
            cell: ({ day }) => <span className="figures whitespace-nowrap">{day}</span>,
          },
          { head: 'Decisions', end: true, cell: (day) => formatCount(day.decisions) },
          { head: 'Tokens', end: true, cell: ({ tokens }) => formatCount(tokens) },
          { head: 'Cost', end: true, cell: ({ cost_usd }) => formatCost(cost_usd) },
        ]}
        rows={days}
        rowKey={({ day }) => day}
        empty="No decisions in the last 30 days."
      />
    </Panel>
  );
}

/** Who it is, by what they come in, and what they may do. */
function AccountFacts({ account }: { account: AdminAccount }) {
  const { standing, given, usage, limits, sessions } = account;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Panel title="Account">
        <Facts
          narrow
          facts={[
            ['Email', account.email],
            ['Address verified', <Moment key="verified" at={account.verified_at} />],
            ['Signed up', <Moment key="created" at={account.created_at} />],
            ['Role', account.role === 'admin' ? 'operator' : 'user'],
            ['Sign-in methods', waysIn(account)],
            ['Browsers signed in', formatCount(sessions.browsers)],
            ['Bots and apps signed in', formatCount(sessions.devices)],
            ['Trading accounts', formatCount(account.trading_accounts)],
            ['Trades stored', formatCount(account.trades)],
            [
              'ID',
              <span key="id" className="figures text-tiny">
                {account.user_id}
              </span>,
            ],
          ]}
        />
      </Panel>
      <Panel title="Plan and limits">
        <Facts
          narrow
          facts={[
            ['Plan', standing.plan_name],
            ['Source', standingWords(standing)],
            ['Given plan', given.plan_name === 'Free' ? 'none' : given.plan_name],
            ['Given until', givenUntil(given)],
            ['Tokens used', formatCount(usage.tokens_used)],
            ['Tokens per cycle', limitWords(usage.token_limit)],
            ['Cycle ends', <Moment key="cycle" at={usage.period_end} />],
            ['Requests a minute', limitWords(limits.requests_per_minute)],
            ['Symbols today', usedOf(limits.symbols_used_today, limits.symbols)],
            ['Trades a day', limitWords(limits.daily_trades)],
            [
              'Terminal accounts today',
              usedOf(limits.terminal_accounts_used_today, limits.terminal_accounts),
            ],
          ]}
        />
      </Panel>
    </div>
  );
}

function givenUntil({ plan_name, until }: AdminAccount['given']): ReactNode {
  if (plan_name === 'Free') return '–';
  return until === null ? 'no end date' : <Moment at={until} />;
}

function waysIn({ ways_in: ways }: AdminAccount): string {
  const words = [
    ...(ways.password ? ['password'] : []),
    ...(ways.passkeys > 0 ? [countOf(ways.passkeys, 'passkey')] : []),
    ...ways.providers,
    ...(ways.totp ? ['authenticator app as second step'] : []),
  ];
  return words.length === 0 ? 'none' : words.join(', ');
}

function limitWords(limit: number): string {
  return limit === -1 ? 'no limit' : formatCount(limit);
}

function usedOf(used: number, limit: number): string {
  return limit === -1
    ? `${formatCount(used)}, no limit`
    : `${formatCount(used)} of ${formatCount(limit)}`;
}
