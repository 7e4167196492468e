import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  EVENT_OUTCOMES,
  listProviderTasks,
  listWebhookEvents,
  type ProviderTaskView,
  reconcileNow,
  replayWebhook,
  retryProviderTask,
  type WebhookEvent,
} from '@quorate/contract/admin-webhooks';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { formatCount } from '@quorate/ui/format';
import { Tabs } from '@quorate/ui/tabs';
import { callApi } from '../../../lib/api-client.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminList, optionsOf, useAdminList } from '../parts/admin-list.tsx';
import { AdminPage, Moment } from '../parts/admin-page.tsx';
import type { Columns } from '../parts/data-table.tsx';
import { useReasonedAct } from '../parts/reasoned-act.tsx';
import { useAddressFilter } from '../parts/use-address-filter.ts';

const DONE_WORDS = {
  done: t`Done. This is the state at the provider now.`,
  waiting: t`Asked. There is no result yet; it continues automatically (see Tasks).`,
};

/** What the payment provider told, and what is still to be asked of it or told to it. */
export function WebhooksView() {
  const [filter, change] = useAddressFilter({ tab: ['events', 'tasks'] });
  const { ask, notices } = useReasonedAct();

  // The number of an act is made once for each time that somebody asks.
  const reconcile = () => {
    const action_id = crypto.randomUUID();
    ask({
      title: t`Reconcile with the provider`,
      words: t`We read the provider’s record of events since the last reconciliation and process any that no webhook delivered. This runs every hour automatically.`,
      act: t`Reconcile now`,
      failure: t`The reconciliation was not started`,
      run: async (reason) => {
        await callApi(reconcileNow, { body: { action_id, reason } });
        return t`The reconciliation starts within seconds.`;
      },
    });
  };
  const replay = ({ event_id, event_type }: WebhookEvent) => {
    const action_id = crypto.randomUUID();
    ask({
      title: t`Replay ${event_type}`,
      words: t`We fetch the current state from the provider and process it as for a new webhook. Nothing is done twice.`,
      act: t`Replay`,
      failure: t`The event was not replayed`,
      run: async (reason) => {
        const input = { params: { event_id }, body: { action_id, reason } };
        return DONE_WORDS[(await callApi(replayWebhook, input)).outcome];
      },
    });
  };
  const retry = ({ kind, subject }: ProviderTaskView) => {
    const action_id = crypto.randomUUID();
    ask({
      title: t`Try this task now`,
      words: `${KIND_WORDS[kind]}: ${subject}`,
      act: t`Try now`,
      failure: t`The task was not tried`,
      run: async (reason) => {
        const body = { action_id, reason, kind, subject };
        return DONE_WORDS[(await callApi(retryProviderTask, { body })).outcome];
      },
    });
  };

  return (
    <AdminPage
      title={t`Webhooks`}
      lead={t`Events from the payment provider in the last 90 days, and calls to it that are still waiting.`}
      aside={<Button variant="secondary" onClick={reconcile}>{t`Reconcile now`}</Button>}
    >
      {notices}
      <Tabs
        label={t`Events and tasks`}
        value={filter.tab}
        onChange={(tab) => change({ tab })}
        tabs={[
          { value: 'events', label: t`Events`, content: <EventsList onReplay={replay} /> },
          { value: 'tasks', label: t`Tasks`, content: <TasksList onRetry={retry} /> },
        ]}
      />
    </AdminPage>
  );
}

const OUTCOME_WORDS = {
  applied: ['gain', t`Processed`],
  stale: ['neutral', t`Stale`],
  queued: ['brand', t`Being fetched`],
  ignored: ['neutral', t`Ignored`],
  unreadable: ['loss', t`Unreadable`],
} as const;

/** What became of an event, in a word. */
export function outcomeName(outcome: string): string {
  const known = EVENT_OUTCOMES.find((name) => name === outcome);
  return known ? OUTCOME_WORDS[known][1] : outcome;
}

const EVENT_COLUMNS: Columns<WebhookEvent> = [
  {
    head: t`Event`,
    cell: ({ event_type, event_id }) => (
      <>
        <span className="font-medium">{event_type}</span>
        <span className="block text-tiny text-muted">…{event_id.slice(-8)}</span>
      </>
    ),
  },
  {
    head: t({ message: 'About', context: 'what an event concerns' }),
    cell: ({ entity_id }) => <EntityLink id={entity_id} />,
  },
  { head: t`Happened`, cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
  { head: t`Received`, cell: ({ received_at }) => <Moment at={received_at} /> },
  {
    head: t`Outcome`,
    cell: ({ outcome }) => (
      <Badge tone={OUTCOME_WORDS[outcome][0]}>{OUTCOME_WORDS[outcome][1]}</Badge>
    ),
  },
];

const RECONCILE_WAIT_MS = 3_000;

function EventsList({ onReplay }: { onReplay: (event: WebhookEvent) => void }) {
  const list = useAdminList({
    endpoint: listWebhookEvents,
    filters: {
      entity_id: {
        address: 'entity',
        label: t`ID of an event, payment or subscription`,
        max: 100,
      },
      outcome: {
        label: t`Outcome`,
        options: optionsOf(EVENT_OUTCOMES, (outcome) => OUTCOME_WORDS[outcome][1]),
      },
      event_type: {
        address: 'type',
        label: t({ message: 'About', context: 'what an event concerns' }),
        options: optionsOf(
          ['transaction.', 'subscription.', 'adjustment.'],
          (type) => `${type.slice(0, -1)}s`,
        ),
      },
    },
    // Until the job has taken it up, seconds later.
    waitMs: ({ reconcile_waiting }) => reconcile_waiting && RECONCILE_WAIT_MS,
  });
  return (
    <div className="space-y-5">
      <AdminList
        list={list}
        rows="events"
        noun={t`events`}
        caption={t`Events`}
        empty={t`No event matches. Try another ID or filter.`}
        never={t`No events from the payment provider yet.`}
        above={({ reconcile_waiting, reconciled_until }) => (
          <p className="mb-3 text-small text-muted">
            {reconcile_waiting ? (
              t`The reconciliation starts within seconds.`
            ) : reconciled_until === null ? (
              t`Not reconciled with the provider yet.`
            ) : (
              <Trans>
                Reconciled with the provider until <Moment at={reconciled_until} />
              </Trans>
            )}
          </p>
        )}
        columns={EVENT_COLUMNS}
        rowKey={({ event_id }) => event_id}
        act={(event) =>
          event.entity_id === null
            ? null
            : {
                words: t`Replay`,
                name: t`Replay ${event.event_type} …${event.event_id.slice(-8)}`,
                onClick: () => onReplay(event),
              }
        }
      />
    </div>
  );
}

function EntityLink({ id }: { id: string | null }) {
  if (id === null) return <span className="text-muted">–</span>;
  const short = `${id.slice(0, 4)}…${id.slice(-6)}`;
  if (!id.startsWith('txn_')) return <span title={id}>{short}</span>;
  return (
    <TextLink to={`/admin/payments?payment=${id}`} title={id}>
      {short}
    </TextLink>
  );
}

const KIND_WORDS: Readonly<Record<ProviderTaskView['kind'], string>> = {
  fetch_transaction: t`Fetch a payment`,
  fetch_subscription: t`Fetch a subscription`,
  cancel_now: t`Cancel at once`,
  cancel_at_period_end: t`Cancel at the end of the period`,
  end_doubles: t`End duplicate subscriptions`,
  refund_transaction: t`Refund a payment`,
};

const TASK_COLUMNS: Columns<ProviderTaskView> = [
  {
    head: t`Task`,
    cell: ({ kind, last_error }) => (
      <>
        <span className="font-medium">{KIND_WORDS[kind]}</span>
        {last_error !== null && (
          <span className="block max-w-96 wrap-anywhere text-tiny text-muted">{last_error}</span>
        )}
      </>
    ),
  },
  {
    head: t({ message: 'About', context: 'what an event concerns' }),
    cell: ({ subject }) => `…${subject.slice(-8)}`,
  },
  { head: t`Since`, cell: ({ created_at }) => <Moment at={created_at} /> },
  { head: t`Next attempt`, cell: ({ next_attempt_at }) => <Moment at={next_attempt_at} /> },
  { head: t`Attempts`, end: true, cell: ({ attempts }) => formatCount(attempts) },
];

function TasksList({ onRetry }: { onRetry: (task: ProviderTaskView) => void }) {
  const list = useAdminList({
    endpoint: listProviderTasks,
    filters: {
      failing: {
        label: t`Tasks`,
        options: optionsOf(['yes'], () => t`Failed before`, t`All waiting`),
      },
    },
  });
  return (
    <div className="space-y-5">
      <AdminList
        list={list}
        rows="tasks"
        noun={t`tasks`}
        caption={t`Tasks`}
        empty={t`Nothing is waiting. All calls to the provider are done.`}
        columns={TASK_COLUMNS}
        rowKey={({ kind, subject }) => `${kind} ${subject}`}
        act={(task) => ({
          words: t`Try now`,
          name: t`Try now: ${KIND_WORDS[task.kind]} …${task.subject.slice(-8)}`,
          onClick: () => onRetry(task),
        })}
      />
    </div>
  );
}
