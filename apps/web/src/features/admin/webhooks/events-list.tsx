import { EVENT_OUTCOMES, type WebhookEvent } from '@quorate/contract/admin-webhooks';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { SelectField } from '@quorate/ui/select-field';
import { PagedList } from '../../../ui/paged-list.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { Moment } from '../parts/moment.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { asksForAll, useAddressFilter } from '../parts/use-address-filter.ts';
import { useWebhookEvents } from './webhooks.api.ts';

const OUTCOMES = ['all', ...EVENT_OUTCOMES] as const;
const TYPES = ['all', 'transaction.', 'subscription.', 'adjustment.'] as const;

const OUTCOME_WORDS = {
  applied: ['gain', 'Processed'],
  stale: ['neutral', 'Stale'],
  queued: ['brand', 'Being fetched'],
  ignored: ['neutral', 'Of no interest'],
  unreadable: ['loss', 'Unreadable'],
} as const;

type EventsListProps = { operatorId: string; onReplay: (event: WebhookEvent) => void };

export function EventsList({ operatorId, onReplay }: EventsListProps) {
  const [filter, change] = useAddressFilter({ entity: 'text', outcome: OUTCOMES, type: TYPES });
  const { entity, outcome, type, page } = filter;
  const events = useWebhookEvents(operatorId, {
    page,
    per_page: 25,
    ...(entity !== '' && { entity_id: entity }),
    ...(outcome !== 'all' && { outcome }),
    ...(type !== 'all' && { event_type: type }),
  });
  return (
    <div className="space-y-5">
      <FilterBar label="Which events">
        <SearchField
          label="Number of an event, or of what it tells of"
          value={entity}
          max={100}
          onSearch={(text) => change({ entity: text })}
        />
        <SelectField
          label="Outcome"
          value={outcome}
          options={OUTCOMES.map((value) => ({
            value,
            label: value === 'all' ? 'All' : OUTCOME_WORDS[value][1],
          }))}
          onChange={(value) => change({ outcome: value })}
        />
        <SelectField
          label="About"
          value={type}
          options={TYPES.map((value) => ({
            value,
            label: value === 'all' ? 'All' : `${value.slice(0, -1)}s`,
          }))}
          onChange={(value) => change({ type: value })}
        />
      </FilterBar>
      <PagedList
        query={events}
        noun="events"
        empty={asksForAll(filter) ? 'The payment provider has told nothing yet.' : 'No event fits.'}
        onPage={(next) => change({ page: next })}
      >
        {({ events: rows, reconciled_until, reconcile_waiting }) => (
          <>
            <p className="mb-3 text-small text-muted">
              {reconcile_waiting
                ? 'A reconciliation was asked for and begins within seconds.'
                : 'The provider’s own record was read until '}
              {!reconcile_waiting && <Moment at={reconciled_until} />}
            </p>
            <DataTable
              caption="Events"
              columns={[
                {
                  head: 'Event',
                  cell: ({ event_type, event_id }) => (
                    <>
                      <span className="font-medium">{event_type}</span>
                      <span className="block text-tiny text-muted">…{event_id.slice(-8)}</span>
                    </>
                  ),
                },
                { head: 'About', cell: ({ entity_id }) => <EntityLink id={entity_id} /> },
                { head: 'Happened', cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
                { head: 'Received', cell: ({ received_at }) => <Moment at={received_at} /> },
                {
                  head: 'Outcome',
                  cell: (event) => (
                    <Badge tone={OUTCOME_WORDS[event.outcome][0]}>
                      {OUTCOME_WORDS[event.outcome][1]}
                    </Badge>
                  ),
                },
                {
                  head: 'Act',
                  cell: (event) =>
                    event.entity_id === null ? (
                      <span className="text-muted">–</span>
                    ) : (
                      <Button
                        variant="secondary"
                        size="small"
                        aria-label={`Replay ${event.event_type} …${event.event_id.slice(-8)}`}
                        onClick={() => onReplay(event)}
                      >
                        Replay
                      </Button>
                    ),
                },
              ]}
              rows={rows}
              rowKey={({ event_id }) => event_id}
            />
          </>
        )}
      </PagedList>
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
