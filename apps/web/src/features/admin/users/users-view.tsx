import { USER_SORTS, type UserLine } from '@quorate/contract/admin-users';
import { PLAN_NAMES } from '@quorate/contract/plans';
import type { Usage } from '@quorate/contract/usage';
import { Badge } from '@quorate/ui/badge';
import { formatCount } from '@quorate/ui/format';
import { SelectField } from '@quorate/ui/select-field';
import { PagedList } from '../../../ui/paged-list.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminPage } from '../parts/admin-page.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { Moment } from '../parts/moment.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { useAddressFilter } from '../parts/use-address-filter.ts';
import { Standing } from './standing.tsx';
import { useUsers } from './users.api.ts';

const EITHER = ['all', 'yes', 'no'] as const;
const CHOICES = {
  search: 'text',
  plan: ['all', ...PLAN_NAMES],
  verified: EITHER,
  bot_running: EITHER,
  past_due: EITHER,
  sort: USER_SORTS,
} as const;

const PLAN_OPTIONS = CHOICES.plan.map((value) => ({
  value,
  label: value === 'all' ? 'All plans' : value,
}));
const SORT_OPTIONS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'username', label: 'By name' },
] as const;

const either = (yes: string, no: string) =>
  [
    { value: 'all', label: 'All' },
    { value: 'yes', label: yes },
    { value: 'no', label: no },
  ] as const;
const VERIFIED = either('Verified', 'Not verified');
const RUNNING = either('Runs', 'Does not run');
const OVERDUE = either('Not paid', 'Not overdue');

const COLUMNS: readonly [Column<UserLine>, ...Column<UserLine>[]] = [
  {
    head: 'Account',
    cell: ({ user_id, username, email, role }) => (
      <span className="block min-w-0">
        <TextLink to={`/admin/users/${user_id}`}>{username}</TextLink>
        {role === 'admin' && (
          <Badge tone="brand" className="ml-2">
            Operator
          </Badge>
        )}
        <span className="block text-tiny wrap-anywhere text-muted">{email}</span>
      </span>
    ),
  },
  { head: 'Plan', cell: ({ standing }) => <Standing standing={standing} /> },
  { head: 'Tokens used', end: true, cell: ({ usage }) => <TokensUsed usage={usage} /> },
  { head: 'Bots running', end: true, cell: ({ running_bots }) => running_bots },
  {
    head: 'Email',
    cell: ({ verified }) => (verified ? 'verified' : <Badge tone="warn">not verified</Badge>),
  },
  { head: 'Signed up', cell: ({ created_at }) => <Moment at={created_at} /> },
];

/** Accounts, searched and filtered. */
export function UsersView() {
  const [filter, change] = useAddressFilter(CHOICES);
  const users = useUsers(filter);
  return (
    <AdminPage
      title="Users"
      lead="Accounts and what they are entitled to. To open an account is written to the audit log."
    >
      <FilterBar label="Which accounts">
        <SearchField
          label="Beginning of a name or email, or a whole id"
          value={filter.search}
          onSearch={(search) => change({ search })}
        />
        <SelectField
          label="Plan"
          value={filter.plan}
          options={PLAN_OPTIONS}
          onChange={(plan) => change({ plan })}
          className="w-32"
        />
        <SelectField
          label="Email"
          value={filter.verified}
          options={VERIFIED}
          onChange={(verified) => change({ verified })}
          className="w-36"
        />
        <SelectField
          label="Bot"
          value={filter.bot_running}
          options={RUNNING}
          onChange={(bot_running) => change({ bot_running })}
          className="w-36"
        />
        <SelectField
          label="Renewal"
          value={filter.past_due}
          options={OVERDUE}
          onChange={(past_due) => change({ past_due })}
          className="w-36"
        />
        <SelectField
          label="Sort"
          value={filter.sort}
          options={SORT_OPTIONS}
          onChange={(sort) => change({ sort })}
          className="w-36"
        />
      </FilterBar>
      <PagedList
        query={users}
        noun="users"
        empty="No account is like that. Search for the beginning of a name or address, or for a whole id."
        onPage={(page) => change({ page })}
      >
        {({ users: rows }) => (
          <DataTable
            caption="Accounts"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ user_id }) => user_id}
          />
        )}
      </PagedList>
    </AdminPage>
  );
}

/** Tokens of the cycle that runs, of those that the plan has. */
export function TokensUsed({ usage }: { usage: Usage }) {
  const { tokens_used, token_limit } = usage;
  return (
    <span>
      {formatCount(tokens_used)}
      <span className="block text-tiny text-muted">
        {token_limit === -1 ? 'no limit' : `of ${formatCount(token_limit)}`}
      </span>
    </span>
  );
}
