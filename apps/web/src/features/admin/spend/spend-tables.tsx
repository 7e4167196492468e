import type { IncomeSum, ModelSpend, SpendPeriod, UserSpend } from '@quorate/contract/admin-spend';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { TextLink } from '../../../ui/text-link.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { formatCost } from '../parts/dollars.ts';

type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]];

const margin = (dollars: number) => (
  <span className={dollars < 0 ? 'text-loss' : undefined}>
    {formatMoney(dollars, 'USD', 'always')}
  </span>
);

const PERIODS: Columns<SpendPeriod> = [
  {
    head: 'UTC',
    cell: ({ period }) => <span className="figures whitespace-nowrap">{period}</span>,
  },
  { head: 'Votes', end: true, cell: ({ votes }) => formatCount(votes) },
  { head: 'Tokens in', end: true, cell: ({ input_tokens }) => formatCount(input_tokens) },
  { head: 'Tokens out', end: true, cell: ({ output_tokens }) => formatCount(output_tokens) },
  { head: 'Assistant', end: true, cell: ({ assistant_tokens }) => formatCount(assistant_tokens) },
  { head: 'Free plans', end: true, cell: ({ free_tokens }) => formatCount(free_tokens) },
  { head: 'Models', end: true, cell: ({ cost_usd }) => formatCost(cost_usd) },
  { head: 'Income', end: true, cell: ({ income }) => <Income income={income} /> },
  { head: 'Margin', end: true, cell: ({ margin_usd }) => margin(margin_usd) },
];

const MODELS: Columns<ModelSpend> = [
  {
    head: 'Model',
    cell: ({ model, provider }) => (
      <span>
        {model}
        <span className="block text-tiny text-muted">{provider}</span>
      </span>
    ),
  },
  { head: 'Votes', end: true, cell: ({ votes }) => formatCount(votes) },
  { head: 'Tokens in', end: true, cell: ({ input_tokens }) => formatCount(input_tokens) },
  { head: 'Tokens out', end: true, cell: ({ output_tokens }) => formatCount(output_tokens) },
  { head: 'Cost', end: true, cell: ({ cost_usd }) => formatCost(cost_usd) },
];

const USERS: Columns<UserSpend> = [
  {
    head: 'User',
    cell: ({ user_id, username }) => <TextLink to={`/admin/users/${user_id}`}>{username}</TextLink>,
  },
  { head: 'Plan', cell: ({ plan_name }) => plan_name },
  { head: 'Decisions', end: true, cell: ({ decisions }) => formatCount(decisions) },
  { head: 'Tokens', end: true, cell: ({ tokens }) => formatCount(tokens) },
  { head: 'Models', end: true, cell: ({ cost_usd }) => formatCost(cost_usd) },
  { head: 'Paid', end: true, cell: ({ income }) => <Income income={income} /> },
  { head: 'Margin', end: true, cell: ({ margin_usd }) => margin(margin_usd) },
];

export function PeriodsTable({ periods }: { periods: readonly SpendPeriod[] }) {
  return (
    <DataTable
      caption="Spend by period"
      columns={PERIODS}
      rows={periods}
      rowKey={({ period }) => period}
    />
  );
}

export function ModelsTable({ models }: { models: readonly ModelSpend[] }) {
  return (
    <DataTable
      caption="Spend by model"
      columns={MODELS}
      rows={models}
      rowKey={({ provider, model }) => `${provider} ${model}`}
    />
  );
}

export function UsersTable({ users }: { users: readonly UserSpend[] }) {
  return (
    <DataTable
      caption="Users that cost most"
      columns={USERS}
      rows={users}
      rowKey={({ user_id }) => user_id}
    />
  );
}

/** Income by currency, each on a line; a dash where there is none. */
function Income({ income }: { income: readonly IncomeSum[] }) {
  if (income.length === 0) return <span className="text-muted">–</span>;
  return income.map(({ currency, amount }) => (
    <span key={currency} className="block">
      {formatMoney(amount, currency)}
    </span>
  ));
}
