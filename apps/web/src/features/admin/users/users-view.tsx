import { t } from '@lingui/core/macro';
import {
  listUsers,
  type PlanStanding,
  USER_SORTS,
  type UserLine,
} from '@quorate/contract/admin-users';
import { PLAN_NAMES } from '@quorate/contract/plans';
import type { Usage } from '@quorate/contract/usage';
import { Badge } from '@quorate/ui/badge';
import { formatCount } from '@quorate/ui/format';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminList, optionsOf, useAdminList } from '../parts/admin-list.tsx';
import { AdminPage, Moment } from '../parts/admin-page.tsx';
import type { Columns } from '../parts/data-table.tsx';

const SORT_WORDS = { newest: t`Newest first`, oldest: t`Oldest first`, username: t`By name` };

const either = (label: string, yes: string, no: string) => ({
  label,
  options: optionsOf(['yes', 'no'], (value) => (value === 'yes' ? yes : no)),
  className: 'sm:w-36',
});

const COLUMNS: Columns<UserLine> = [
  {
    head: t`Account`,
    cell: ({ user_id, username, email, role }) => (
      <span className="block min-w-0">
        <TextLink to={`/admin/users/${user_id}`}>{username}</TextLink>
        {role === 'admin' && <Badge tone="brand" className="ms-2">{t`Operator`}</Badge>}
        <span className="block text-tiny wrap-anywhere text-muted">{email}</span>
      </span>
    ),
  },
  { head: t`Plan`, cell: ({ standing }) => <Standing standing={standing} /> },
  { head: t`Tokens used`, end: true, cell: ({ usage }) => <TokensUsed usage={usage} /> },
  { head: t`Bots running`, end: true, cell: ({ running_bots }) => running_bots },
  {
    head: t`Email`,
    cell: ({ verified }) => (verified ? 'verified' : <Badge tone="warn">{t`not verified`}</Badge>),
  },
  { head: t`Signed up`, cell: ({ created_at }) => <Moment at={created_at} /> },
];

/** Accounts, searched and filtered. */
export function UsersView() {
  const list = useAdminList({
    endpoint: listUsers,
    filters: {
      search: { label: t`Start of a username or email, or a full ID` },
      plan: {
        label: t`Plan`,
        options: optionsOf(PLAN_NAMES, (plan) => plan, t`All plans`),
        className: 'sm:w-32',
      },
      verified: either(t`Email`, t`Verified`, t`Not verified`),
      bot_running: either(t`Bot`, t`Running`, t`Not running`),
      past_due: either(t`Renewal`, t`Overdue`, t`Not overdue`),
      sort: {
        label: t`Sort`,
        options: USER_SORTS.map((value) => ({ value, label: SORT_WORDS[value] })),
        className: 'sm:w-36',
      },
    },
  });
  return (
    <AdminPage
      title={t`Users`}
      lead={t`Accounts, plans and limits. Opening an account writes a line to the audit log.`}
    >
      <AdminList
        list={list}
        rows="users"
        noun={t`users`}
        caption={t`Accounts`}
        columns={COLUMNS}
        rowKey={({ user_id }) => user_id}
        empty={t`No account matches. Search for the start of a username or email, or for a full ID.`}
      />
    </AdminPage>
  );
}

/** Tokens of the cycle that runs, of those that the plan has. */
function TokensUsed({ usage }: { usage: Usage }) {
  const { tokens_used, token_limit } = usage;
  return (
    <span>
      {formatCount(tokens_used)}
      <span className="block text-tiny text-muted">
        {token_limit === -1 ? t`no limit` : t`of ${formatCount(token_limit)}`}
      </span>
    </span>
  );
}

/** The plan that holds, and under it what it comes from. */
function Standing({ standing }: { standing: PlanStanding }) {
  return (
    <span>
      <span className="font-medium">{standing.plan_name}</span>
      <span className="block text-tiny text-muted">{standingWords(standing)}</span>
    </span>
  );
}

/** @example 'given until 5 Mar 2026, 10:00' */
export function standingWords({ source, given_until, grace_until }: PlanStanding): string {
  const at = (iso: string) => formatTime(iso, viewerTimeZone());
  if (grace_until !== null) return t`renewal not paid, holds until ${at(grace_until)}`;
  switch (source) {
    case 'free':
      return t`nothing paid or given`;
    case 'given':
      return given_until === null ? t`given until changed` : t`given until ${at(given_until)}`;
    case 'subscription':
      return t`paid by a subscription`;
    case 'payment':
      return t`paid, subscription follows`;
  }
}
