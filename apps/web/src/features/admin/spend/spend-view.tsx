import { downloadSpend, getSpend, listUserSpend } from '@quorate/contract/admin-spend';
import type { CallInput, Reply } from '@quorate/contract/endpoint';
import { Button } from '@quorate/ui/button';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { SelectField } from '@quorate/ui/select-field';
import { Stat, toneOf } from '@quorate/ui/stat';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, callApi } from '../../../lib/api-client.ts';
import { receiveFile } from '../../../lib/receive-file.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { AdminPage } from '../parts/admin-page.tsx';
import { formatCost } from '../parts/dollars.ts';
import { useAddressFilter } from '../parts/use-address-filter.ts';
import { SpendChart } from './spend-chart.tsx';
import { ModelsTable, PeriodsTable, UsersTable } from './spend-tables.tsx';

/** What may be looked at, the default first. */
const SPEND_PERIODS = ['30 days', '90 days', '12 months', '24 months'] as const;

const CHOICES = { period: SPEND_PERIODS } as const;
const OPTIONS = SPEND_PERIODS.map((value) => ({ value, label: `Last ${value}` }));

/** What models cost and plans bring in. */
export function SpendView() {
  const [{ period, page }, change] = useAddressFilter(CHOICES);
  // A page that stays open over midnight keeps its days.
  const [now] = useState(() => Date.now());
  const days = spendDays(period, now);
  return (
    <AdminPage
      title="Spend and margin"
      lead="What the models that vote cost, and what came in. Days are UTC; currencies are never converted."
      aside={
        <SelectField
          label="Period"
          value={period}
          options={OPTIONS}
          onChange={(next) => change({ period: next })}
          className="w-44"
        />
      }
    >
      <Periods days={days} page={page} onPage={(next) => change({ page: next })} />
      <DearestUsers key={period} days={days} />
    </AdminPage>
  );
}

type PeriodsProps = { days: SpendDays; page: number; onPage: (page: number) => void };

function Periods({ days, page, onPage }: PeriodsProps) {
  const spend = useSpend(days, page);
  return (
    <PagedList
      query={spend}
      noun={days.by === 'day' ? 'days' : 'months'}
      empty="Nothing was spent or paid in this time."
      onPage={onPage}
    >
      {({ periods, totals, models, free_today }) => (
        <div className="space-y-6">
          <SpendTotals totals={totals} free_today={free_today} />
          <Panel title="Over time" aside={<SaveButton days={days} what="periods" />}>
            <SpendChart periods={periods} />
            <div className="mt-4">
              <PeriodsTable periods={periods} />
            </div>
          </Panel>
          <Panel title="By model" aside={<SaveButton days={days} what="models" />}>
            {models.length === 0 ? (
              <p className="text-small text-muted">No model voted.</p>
            ) : (
              <ModelsTable models={models} />
            )}
          </Panel>
        </div>
      )}
    </PagedList>
  );
}

function DearestUsers({ days }: { days: SpendDays }) {
  const [page, setPage] = useState(1);
  const users = useUserSpend(days, page);
  return (
    <Panel title="Users that cost most" aside={<SaveButton days={days} what="users" />}>
      <PagedList
        query={users}
        noun="users"
        empty="Nobody’s bot asked for a decision."
        onPage={setPage}
      >
        {({ users: rows }) => <UsersTable users={rows} />}
      </PagedList>
    </Panel>
  );
}

type SaveButtonProps = { days: SpendDays; what: 'periods' | 'models' | 'users' };

/** The table beside it as a file. */
export function SaveButton({ days, what }: SaveButtonProps) {
  const { busy, error, submit } = useSubmission(() => saveSpend(days, what));
  return (
    <div>
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        aria-label={`Save ${what} as CSV`}
        onClick={() => submit(undefined)}
      >
        CSV
      </Button>
      <FailureNotice title="Failed to save the file" error={error} className="mt-2" />
    </div>
  );
}

/** Periods of the longest choice fit on one page, so that the drawing has all of them. */
const PERIODS = 100;
const USERS = 25;

export function useSpend({ from, to, by }: SpendDays, page: number) {
  const query = { from, to, by, page, per_page: PERIODS };
  return useQuery({
    queryKey: ['admin', 'spend', query],
    queryFn: ({ signal }) => callApi(getSpend, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useUserSpend({ from, to }: SpendDays, page: number) {
  const query = { from, to, page, per_page: USERS };
  return useQuery({
    queryKey: ['admin', 'spend users', query],
    queryFn: ({ signal }) => callApi(listUserSpend, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Asks for the file and gives it to the reader to keep. */
export async function saveSpend(
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
export function SpendTotals({
  totals,
  free_today: free,
}: Pick<Reply<typeof getSpend>, 'totals' | 'free_today'>) {
  const { income, margin_usd: margin, cost_usd: cost } = totals;
  const dollars = income.find(({ currency }) => currency === 'USD')?.amount ?? 0;
  const others = income.filter(({ currency }) => currency !== 'USD');
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-4">
      <Stat label="Models" value={formatCost(cost)} note={`${formatCount(totals.votes)} votes`} />
      <Stat
        label="Income in US dollars"
        value={formatMoney(dollars, 'USD')}
        note="without tax and refunds; the provider’s fees are not known"
      />
      <Stat
        label="Margin"
        value={formatMoney(margin, 'USD', 'always')}
        tone={toneOf(margin)}
        note="income in US dollars less models"
      />
      <Stat
        label="Assistant"
        value={formatCount(totals.assistant_tokens)}
        note="tokens; their cost is not known"
      />
      <Stat
        label="Free accounts today"
        value={formatCount(free.tokens)}
        note={`of ${formatCount(free.limit)} tokens of models with a price`}
      />
      {others.map(({ currency, amount }) => (
        <Stat
          key={currency}
          label={`Income in ${currency}`}
          value={formatMoney(amount, currency)}
          note="not in the margin"
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

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
