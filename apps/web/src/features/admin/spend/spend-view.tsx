import { Panel } from '@quorate/ui/panel';
import { SelectField } from '@quorate/ui/select-field';
import { useState } from 'react';
import { PagedList } from '../../../ui/paged-list.tsx';
import { AdminPage } from '../parts/admin-page.tsx';
import { useAddressFilter } from '../parts/use-address-filter.ts';
import { SaveButton } from './save-button.tsx';
import { useSpend, useUserSpend } from './spend.api.ts';
import { SpendChart } from './spend-chart.tsx';
import { SPEND_PERIODS, type SpendDays, spendDays } from './spend-days.ts';
import { ModelsTable, PeriodsTable, UsersTable } from './spend-tables.tsx';
import { SpendTotals } from './spend-totals.tsx';

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
