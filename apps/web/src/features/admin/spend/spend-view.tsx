import { select, t } from '@lingui/core/macro';
import {
  downloadSpend,
  getSpend,
  type IncomeSum,
  listUserSpend,
  type ModelSpend,
  type SpendPeriod,
  type UserSpend,
} from '@quorate/contract/admin-spend';
import type { CallInput, Reply } from '@quorate/contract/endpoint';
import { Button } from '@quorate/ui/button';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { SelectField } from '@quorate/ui/select-field';
import { Stat, toneOf } from '@quorate/ui/stat';
import { useState } from 'react';
import { answerOf } from '../../../lib/api-client.ts';
import { receiveFile } from '../../../lib/receive-file.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminList, useAdminList } from '../parts/admin-list.tsx';
import { AdminPage } from '../parts/admin-page.tsx';
import { type Columns, DataTable } from '../parts/data-table.tsx';
import { formatCost } from '../parts/dollars.ts';
import { useAddressFilter } from '../parts/use-address-filter.ts';
import { SpendChart } from './spend-chart.tsx';

/** What may be looked at, the default first. */
const SPEND_PERIODS = ['30 days', '90 days', '12 months', '24 months'] as const;

/** The names above stand in addresses; these are read. */
const PERIOD_WORDS: Readonly<Record<(typeof SPEND_PERIODS)[number], string>> = {
  '30 days': t`Last 30 days`,
  '90 days': t`Last 90 days`,
  '12 months': t`Last 12 months`,
  '24 months': t`Last 24 months`,
};
/** Periods of the longest choice fit on one page, so that the drawing has all of them. */
const PERIODS_PER_PAGE = 100;

/** What models cost and plans bring in. */
export function SpendView() {
  const [{ period }, change] = useAddressFilter({ period: SPEND_PERIODS });
  // A page that stays open over midnight keeps its days.
  const [now] = useState(() => Date.now());
  const days = spendDays(period, now);
  return (
    <AdminPage
      title={t`Spend and margin`}
      lead={t`What the models that vote cost, and what came in. Days are UTC; currencies are never converted.`}
      aside={
        <SelectField
          label={t`Period`}
          value={period}
          options={SPEND_PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }))}
          onChange={(next) => change({ period: next })}
          className="w-44"
        />
      }
    >
      <Periods days={days} />
      <DearestUsers key={period} days={days} />
    </AdminPage>
  );
}

function Periods({ days }: { days: SpendDays }) {
  const list = useAdminList({
    endpoint: getSpend,
    query: days,
    filters: {},
    perPage: PERIODS_PER_PAGE,
  });
  return (
    <AdminList
      list={list}
      rows="periods"
      noun={days.by === 'day' ? t`days` : t`months`}
      caption={t`Spend by period`}
      empty={t`Nothing was spent or paid in this period.`}
      show={({ periods, totals, models, free_today }) => (
        <div className="space-y-6">
          <SpendTotals totals={totals} free_today={free_today} />
          <Panel title={t`Over time`} aside={<SaveButton days={days} what="periods" />}>
            <SpendChart periods={periods} axis={periodsOf(days)} />
            <div className="mt-4">
              <DataTable
                caption={t`Spend by period`}
                columns={PERIODS}
                rows={periods}
                rowKey={({ period }) => period}
              />
            </div>
          </Panel>
          <Panel title={t`By model`} aside={<SaveButton days={days} what="models" />}>
            <DataTable
              caption={t`Spend by model`}
              columns={MODELS}
              rows={models}
              rowKey={({ provider, model }) => `${provider} ${model}`}
              empty={t`No model voted in this period.`}
            />
          </Panel>
        </div>
      )}
    />
  );
}

function DearestUsers({ days: { from, to, by } }: { days: SpendDays }) {
  const list = useAdminList({ endpoint: listUserSpend, query: { from, to } });
  return (
    <Panel
      title={t`Users that cost most`}
      aside={<SaveButton days={{ from, to, by }} what="users" />}
    >
      <AdminList
        list={list}
        rows="users"
        noun={t`users`}
        caption={t`Users that cost most`}
        columns={USERS}
        rowKey={({ user_id }) => user_id}
        empty={t`No bot asked for a decision in this period.`}
      />
    </Panel>
  );
}

const margin = (dollars: number) => (
  <span className={dollars < 0 ? 'text-loss' : undefined}>{formatCost(dollars, 'always')}</span>
);

const PERIODS: Columns<SpendPeriod> = [
  {
    head: t`Period (UTC)`,
    cell: ({ period }) => <span className="figures whitespace-nowrap">{period}</span>,
  },
  { head: t`Votes`, end: true, cell: ({ votes }) => formatCount(votes) },
  { head: t`Tokens in`, end: true, cell: ({ input_tokens }) => formatCount(input_tokens) },
  { head: t`Tokens out`, end: true, cell: ({ output_tokens }) => formatCount(output_tokens) },
  { head: t`Assistant`, end: true, cell: ({ assistant_tokens }) => formatCount(assistant_tokens) },
  { head: t`Free plans`, end: true, cell: ({ free_tokens }) => formatCount(free_tokens) },
  { head: t`Models`, end: true, cell: ({ cost_usd }) => formatCost(cost_usd) },
  { head: t`Income`, end: true, cell: ({ income }) => <Income income={income} /> },
  { head: t`Margin`, end: true, cell: ({ margin_usd }) => margin(margin_usd) },
];

const MODELS: Columns<ModelSpend> = [
  {
    head: t`Model`,
    cell: ({ model, provider }) => (
      <span>
        {model}
        <span className="block text-tiny text-muted">{provider}</span>
      </span>
    ),
  },
  { head: t`Votes`, end: true, cell: ({ votes }) => formatCount(votes) },
  { head: t`Tokens in`, end: true, cell: ({ input_tokens }) => formatCount(input_tokens) },
  { head: t`Tokens out`, end: true, cell: ({ output_tokens }) => formatCount(output_tokens) },
  { head: t`Cost`, end: true, cell: ({ cost_usd }) => formatCost(cost_usd) },
];

const USERS: Columns<UserSpend> = [
  {
    head: t`User`,
    cell: ({ user_id, username }) => <TextLink to={`/admin/users/${user_id}`}>{username}</TextLink>,
  },
  { head: t`Plan`, cell: ({ plan_name }) => plan_name },
  { head: t`Decisions`, end: true, cell: ({ decisions }) => formatCount(decisions) },
  { head: t`Tokens`, end: true, cell: ({ tokens }) => formatCount(tokens) },
  { head: t`Models`, end: true, cell: ({ cost_usd }) => formatCost(cost_usd) },
  { head: t`Paid`, end: true, cell: ({ income }) => <Income income={income} /> },
  { head: t`Margin`, end: true, cell: ({ margin_usd }) => margin(margin_usd) },
];

/** Income by currency, each on a line; a dash where there is none. */
function Income({ income }: { income: readonly IncomeSum[] }) {
  if (income.length === 0) return <span className="text-muted">–</span>;
  return income.map(({ currency, amount }) => (
    <span key={currency} className="block">
      {formatMoney(amount, currency)}
    </span>
  ));
}

type SaveButtonProps = { days: SpendDays; what: 'periods' | 'models' | 'users' };

/** The table beside it as a file. */
function SaveButton({ days, what }: SaveButtonProps) {
  const { busy, error, submit } = useSubmission(() => saveSpend(days, what));
  return (
    <div>
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        aria-label={t`Save ${select(what, { periods: 'periods', models: 'models', other: 'users' })} as CSV`}
        onClick={() => submit(undefined)}
      >{t`CSV`}</Button>
      <FailureNotice title={t`Failed to save the file`} error={error} className="mt-2" />
    </div>
  );
}

/** Asks for the file and gives it to the reader to keep. */
async function saveSpend(
  days: SpendDays,
  what: NonNullable<CallInput<typeof downloadSpend>['query']>['what'],
): Promise<void> {
  const otherwise = { name: `spend-${what}.csv`, type: 'text/csv' };
  const { name, content } = await answerOf(
    downloadSpend,
    { query: { ...days, what } },
    (response) => receiveFile(response, () => undefined, otherwise),
  );
  saveFile(name, content);
}

/** All of the period in a few figures. */
function SpendTotals({
  totals,
  free_today: free,
}: Pick<Reply<typeof getSpend>, 'totals' | 'free_today'>) {
  const { income, margin_usd: margin, cost_usd: cost } = totals;
  const dollars = income.find(({ currency }) => currency === 'USD')?.amount ?? 0;
  const others = income.filter(({ currency }) => currency !== 'USD');
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-4">
      <Stat
        label={t`Models`}
        value={formatCost(cost)}
        note={t`${formatCount(totals.votes)} votes`}
      />
      <Stat
        label={t`Income in US dollars`}
        value={formatMoney(dollars, 'USD')}
        note={t`without tax and refunds; the provider’s fees are not known`}
      />
      <Stat
        label={t`Margin`}
        value={formatCost(margin, 'always')}
        tone={toneOf(margin)}
        note={t`income in US dollars less models`}
      />
      <Stat
        label={t`Assistant`}
        value={formatCount(totals.assistant_tokens)}
        note={t`tokens; their cost is not known`}
      />
      <Stat
        label={t`Free accounts today`}
        value={formatCount(free.tokens)}
        note={t`of ${formatCount(free.limit)} tokens of models with a price`}
      />
      {others.map(({ currency, amount }) => (
        <Stat
          key={currency}
          label={t`Income in ${currency}`}
          value={formatMoney(amount, currency)}
          note={t`not in the margin`}
        />
      ))}
    </dl>
  );
}

type SpendPeriodName = (typeof SPEND_PERIODS)[number];

/** UTC days, both included. */
type SpendDays = Readonly<{ from: string; to: string; by: 'day' | 'month' }>;

const DAY_MS = 86_400_000;

/** The days of a period that ends today, by day or by whole months. @param now milliseconds since 1970 */
export function spendDays(period: SpendPeriodName, now: number): SpendDays {
  const to = dayOf(now);
  const count = Number.parseInt(period, 10);
  if (period.endsWith('days')) return { from: dayOf(now - (count - 1) * DAY_MS), to, by: 'day' };
  const today = new Date(now);
  const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - count + 1);
  return { from: dayOf(first), to, by: 'month' };
}

/** Every day or month of the period, oldest first, as the service names them. */
function periodsOf({ from, to, by }: SpendDays): readonly string[] {
  const length = by === 'day' ? 10 : 7;
  const names = new Set<string>();
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    names.add(dayOf(at).slice(0, length));
  return [...names];
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
