import type { ProviderTaskView } from '@quorate/contract/admin-webhooks';
import { Button } from '@quorate/ui/button';
import { formatCount } from '@quorate/ui/format';
import { SelectField } from '@quorate/ui/select-field';
import { PagedList } from '../../../ui/paged-list.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { Moment } from '../parts/moment.tsx';
import { useAddressFilter } from '../parts/use-address-filter.ts';
import { useProviderTasks } from './webhooks.api.ts';

const KIND_WORDS: Readonly<Record<ProviderTaskView['kind'], string>> = {
  fetch_transaction: 'Ask how a payment stands',
  fetch_subscription: 'Ask how a subscription stands',
  cancel_now: 'Cancel at once',
  cancel_at_period_end: 'Cancel at the end of the period',
  end_doubles: 'End second subscriptions',
  refund_transaction: 'Give a payment back',
};

type TasksListProps = { operatorId: string; onRetry: (task: ProviderTaskView) => void };

export function TasksList({ operatorId, onRetry }: TasksListProps) {
  const [filter, change] = useAddressFilter({ failing: ['all', 'yes'] });
  const { failing, page } = filter;
  const tasks = useProviderTasks(operatorId, {
    page,
    per_page: 25,
    ...(failing === 'yes' && { failing }),
  });
  return (
    <div className="space-y-5">
      <FilterBar label="Which tasks">
        <SelectField
          label="Tasks"
          value={failing}
          options={[
            { value: 'all', label: 'All that wait' },
            { value: 'yes', label: 'Those that failed before' },
          ]}
          onChange={(value) => change({ failing: value })}
        />
      </FilterBar>
      <PagedList
        query={tasks}
        noun="tasks"
        empty="Nothing waits: the provider knows all that it was to be told."
        onPage={(next) => change({ page: next })}
      >
        {({ tasks: rows }) => (
          <DataTable
            caption="Tasks"
            columns={[
              {
                head: 'Task',
                cell: ({ kind, last_error }) => (
                  <>
                    <span className="font-medium">{KIND_WORDS[kind]}</span>
                    {last_error !== null && (
                      <span className="block max-w-96 wrap-anywhere text-tiny text-muted">
                        {last_error}
                      </span>
                    )}
                  </>
                ),
              },
              { head: 'About', cell: ({ subject }) => `…${subject.slice(-8)}` },
              { head: 'Since', cell: ({ created_at }) => <Moment at={created_at} /> },
              {
                head: 'Next attempt',
                cell: ({ next_attempt_at }) => <Moment at={next_attempt_at} />,
              },
              { head: 'Attempts', end: true, cell: ({ attempts }) => formatCount(attempts) },
              {
                head: 'Act',
                cell: (task) => (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`Try now: ${KIND_WORDS[task.kind]} …${task.subject.slice(-8)}`}
                    onClick={() => onRetry(task)}
                  >
                    Try now
                  </Button>
                ),
              },
            ]}
            rows={rows}
            rowKey={({ kind, subject }) => `${kind} ${subject}`}
          />
        )}
      </PagedList>
    </div>
  );
}
