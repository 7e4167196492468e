import { plural, t } from '@lingui/core/macro';
import { type AdminAccount, getUser } from '@quorate/contract/admin-users';
import { formatCount, formatList } from '@quorate/ui/format';
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
      title={account.data?.username ?? t`Account`}
      aside={<TextLink to="/admin/users" className="text-small">{t`All users`}</TextLink>}
    >
      <Loaded query={account} what={t`the account`}>
        {(data) => (
          <>
            <AccountActs account={data} />
            <AccountFacts account={data} />
            <AccountSubscriptions userId={userId} />
            <AccountPayments userId={userId} />
            <AccountBots userId={userId} />
            <AccountDecisions days={data.decision_days} />
            <AccountEvents userId={userId} />
            <Panel title={t`Operator actions`}>
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
      title={t`Decisions, last 30 days`}
      aside={
        <span className="text-small text-muted">
          {plural(decisions, { one: '# decision', other: '# decisions' })}, {formatCost(cost)}
        </span>
      }
    >
      <DataTable
        caption={t`Decisions by UTC day`}
        columns={[
          {
            head: t`Day (UTC)`,
            cell: ({ day }) => <span className="figures whitespace-nowrap">{day}</span>,
          },
          { head: t`Decisions`, end: true, cell: (day) => formatCount(day.decisions) },
          { head: t`Tokens`, end: true, cell: ({ tokens }) => formatCount(tokens) },
          { head: t`Cost`, end: true, cell: ({ cost_usd }) => formatCost(cost_usd) },
        ]}
        rows={days}
        rowKey={({ day }) => day}
        empty={t`No decisions in the last 30 days.`}
      />
    </Panel>
  );
}

/** Who it is, by what they come in, and what they may do. */
function AccountFacts({ account }: { account: AdminAccount }) {
  const { standing, given, usage, limits, sessions } = account;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Panel title={t`Account`}>
        <Facts
          narrow
          facts={[
            [t`Email`, account.email],
            [t`Address verified`, <Moment key="verified" at={account.verified_at} />],
            [t`Signed up`, <Moment key="created" at={account.created_at} />],
            [t`Role`, account.role === 'admin' ? 'operator' : 'user'],
            [t`Sign-in methods`, waysIn(account)],
            [t`Browsers signed in`, formatCount(sessions.browsers)],
            [t`Bots and apps signed in`, formatCount(sessions.devices)],
            [t`Trading accounts`, formatCount(account.trading_accounts)],
            [t`Trades stored`, formatCount(account.trades)],
            [
              'ID',
              <span key="id" className="figures text-tiny">
                {account.user_id}
              </span>,
            ],
          ]}
        />
      </Panel>
      <Panel title={t`Plan and limits`}>
        <Facts
          narrow
          facts={[
            [t`Plan`, standing.plan_name],
            [t`Source`, standingWords(standing)],
            [t`Given plan`, given.plan_name === 'Free' ? t`none` : given.plan_name],
            [t`Given until`, givenUntil(given)],
            [t`Tokens used`, formatCount(usage.tokens_used)],
            [t`Tokens per cycle`, limitWords(usage.token_limit)],
            [t`Cycle ends`, <Moment key="cycle" at={usage.period_end} />],
            [t`Requests a minute`, limitWords(limits.requests_per_minute)],
            [t`Symbols today`, usedOf(limits.symbols_used_today, limits.symbols)],
            [t`Trades a day`, limitWords(limits.daily_trades)],
            [
              t`Terminal accounts today`,
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
  return until === null ? t`no end date` : <Moment at={until} />;
}

function waysIn({ ways_in: ways }: AdminAccount): string {
  const words = [
    ...(ways.password ? [t`password`] : []),
    ...(ways.passkeys > 0
      ? [plural(ways.passkeys, { one: '# passkey', other: '# passkeys' })]
      : []),
    ...ways.providers,
    ...(ways.totp ? [t`authenticator app as second step`] : []),
  ];
  return words.length === 0 ? t`none` : formatList(words, 'unit');
}

function limitWords(limit: number): string {
  return limit === -1 ? t`no limit` : formatCount(limit);
}

function usedOf(used: number, limit: number): string {
  return limit === -1
    ? t`${formatCount(used)}, no limit`
    : t`${formatCount(used)} of ${formatCount(limit)}`;
}
