import type { ProviderTaskView } from '@quorate/contract/admin-webhooks';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { formatCount } from '@quorate/ui/format';
import { SelectField } from '@quorate/ui/select-field';
import { Tabs } from '@quorate/ui/tabs';
import { PagedList } from '../../../ui/paged-list.tsx';
import { AdminPage } from '../parts/admin-page.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { Moment } from '../parts/moment.tsx';
import { useAddressFilter } from '../parts/use-address-filter.ts';
import { useReasonedAct } from '../parts/use-reasoned-act.tsx';
import { EventsList } from './events-list.tsx';
import { useProviderTasks, useWebhookActs } from './webhooks.api.ts';

/** What the payment provider told, and what is still to be asked of it or told to it. */
export function WebhooksView({ operatorId }: { operatorId: string }) {
  const [filter, change] = useAddressFilter({ tab: ['events', 'tasks'] });
  const acts = useWebhookActs(operatorId);
  const { ask, dialog, done, setDone } = useReasonedAct();
  const outcomeWords = {
    done: 'Done: this is how it stands at the provider now.',
    waiting: 'Asked. It is not settled yet, and goes on automatically: see Tasks.',
  };

  const reconcile = () => {
    const id = crypto.randomUUID();
    ask({
      title: 'Reconcile now',
      words:
        'We read the provider’s own record of events from where we read it last, and process what no webhook brought. That happens each hour automatically.',
      act: 'Reconcile now',
      failure: 'Nothing was asked for',
      run: async (reason) => {
        await acts.reconcile(id, reason);
        setDone('Asked for: it begins within seconds.');
      },
    });
  };

  return (
    <AdminPage
      title="Webhooks"
      lead="Events from the payment provider of the last 90 days, and the calls to it that still wait."
      aside={
        <Button variant="secondary" onClick={reconcile}>
          Reconcile now
        </Button>
      }
    >
      <DoneNotice>{done}</DoneNotice>
      {dialog}
      <Tabs
        label="Events and tasks"
        value={filter.tab}
        onChange={(tab) => change({ tab })}
        tabs={[
          {
            value: 'events',
            label: 'Events',
            content: (
              <EventsList
                operatorId={operatorId}
                onReplay={({ event_id, event_type }) => {
                  const id = crypto.randomUUID();
                  ask({
                    title: `Replay ${event_type}`,
                    words:
                      'We fetch what it is about from the provider again and process it as its webhook would be. Old news change nothing, and nothing is done twice.',
                    act: 'Replay',
                    failure: 'The event was not replayed',
                    run: async (reason) =>
                      setDone(outcomeWords[await acts.replay(event_id, id, reason)]),
                  });
                }}
              />
            ),
          },
          {
            value: 'tasks',
            label: 'Tasks',
            content: (
              <TasksList
                operatorId={operatorId}
                onRetry={(task) => {
                  const id = crypto.randomUUID();
                  ask({
                    title: 'Try this task now',
                    words: `${task.kind.replaceAll('_', ' ')}: ${task.subject}`,
                    act: 'Try now',
                    failure: 'The task was not tried',
                    run: async (reason) =>
                      setDone(outcomeWords[await acts.retry(task, id, reason)]),
                  });
                }}
              />
            ),
          },
        ]}
      />
    </AdminPage>
  );
}

const KIND_WORDS: Readonly<Record<ProviderTaskView['kind'], string>> = {
  fetch_transaction: 'Ask how a payment stands',
  fetch_subscription: 'Ask how a subscription stands',
  cancel_now: 'Cancel at once',
  cancel_at_period_end: 'Cancel at the end of the period',
  end_doubles: 'End second subscriptions',
  refund_transaction: 'Give a payment back',
};

type TasksListProps = { operatorId: string; onRetry: (task: ProviderTaskView) => void };

function TasksList({ operatorId, onRetry }: TasksListProps) {
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
