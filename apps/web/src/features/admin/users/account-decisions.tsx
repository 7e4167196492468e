import type { AdminAccount } from '@quorate/contract/admin-users';
import { countOf, formatCount } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { DataTable } from '../parts/data-table.tsx';
import { formatCost } from '../parts/dollars.ts';

/** Decisions of the last 30 days: how many, and what the models asked for them. */
export function AccountDecisions({ days }: { days: AdminAccount['decision_days'] }) {
  const decisions = days.reduce((sum, day) => sum + day.decisions, 0);
  const cost = days.reduce((sum, day) => sum + day.cost_usd, 0);
  return (
    <Panel
      title="Decisions of 30 days"
      aside={
        <span className="text-small text-muted">
          {countOf(decisions, 'decision')}, {formatCost(cost)}
        </span>
      }
    >
      {days.length === 0 ? (
        <p className="text-small text-muted">None.</p>
      ) : (
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
        />
      )}
    </Panel>
  );
}
