import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { Tabs } from '@quorate/ui/tabs';
import { AdminPage } from '../parts/admin-page.tsx';
import { useAddressFilter } from '../parts/use-address-filter.ts';
import { useReasonedAct } from '../parts/use-reasoned-act.tsx';
import { EventsList } from './events-list.tsx';
import { TasksList } from './tasks-list.tsx';
import { useWebhookActs } from './webhooks.api.ts';

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
      lead="What the payment provider has told in the last 90 days, and what waits to be asked of it or told to it."
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
