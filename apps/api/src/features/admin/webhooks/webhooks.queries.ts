import type { listProviderTasks, listWebhookEvents } from '@quorate/contract/admin-webhooks';
import type { HandlerInput } from '@quorate/contract/endpoint';
import type { Db } from '../../../db/tables.ts';

type EventFilter = Omit<HandlerInput<typeof listWebhookEvents>['query'], 'page' | 'per_page'>;
type TaskFilter = Omit<HandlerInput<typeof listProviderTasks>['query'], 'page' | 'per_page'>;
type Page = { limit: number; offset: number };

export function findEvents(db: Db, filter: EventFilter, page: Page) {
  return matchingEvents(db, filter)
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countEvents(db: Db, filter: EventFilter): Promise<number> {
  const { total } = await matchingEvents(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function matchingEvents(db: Db, { outcome, event_type = '', entity_id = '' }: EventFilter) {
  return db
    .selectFrom('webhook_events')
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? 'applied'))
    .$if(event_type !== '', (query) =>
      query.where((row) =>
        row(row.fn('starts_with', ['event_type', row.val(event_type)]), '=', true),
      ),
    )
    .$if(entity_id !== '', (query) =>
      query.where((row) =>
        row.or([row('entity_id', '=', entity_id), row('event_id', '=', entity_id)]),
      ),
    );
}

export function findEvent(db: Db, id: string) {
  return db
    .selectFrom('webhook_events')
    .select(['event_id', 'event_type', 'entity_id'])
    .where('event_id', '=', id)
    .executeTakeFirst();
}

export function findTasks(db: Db, filter: TaskFilter, page: Page) {
  return matchingTasks(db, filter)
    .select(['kind', 'subject', 'attempts', 'last_error', 'next_attempt_at', 'created_at'])
    .orderBy('created_at')
    .orderBy('kind')
    .orderBy('subject')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countTasks(db: Db, filter: TaskFilter): Promise<number> {
  const { total } = await matchingTasks(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function matchingTasks(db: Db, { failing }: TaskFilter) {
  return db
    .selectFrom('provider_tasks')
    .$if(failing !== undefined, (query) => query.where('last_error', 'is not', null));
}
