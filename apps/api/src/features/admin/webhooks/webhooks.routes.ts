import {
  listProviderTasks,
  listWebhookEvents,
  reconcileNow,
  replayWebhook,
  retryProviderTask,
} from '@quorate/contract/admin-webhooks';
import type { HandlerInput } from '@quorate/contract/endpoint';
import type { ProviderTaskKind } from '../../../db/billing-tables.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { offsetOf, paginate } from '../../../http/paging.ts';
import type { BillingDesk } from '../../billing/desk/billing-desk.ts';
import { PROVIDER_TASKS } from '../../billing/record/run-tasks.ts';
import { noteOnce, operatorOf } from '../audit/note-action.ts';
import type { PaymentsDeps } from '../payments/payments.routes.ts';

export function registerWebhooks(route: Route, deps: PaymentsDeps): void {
  const { db, desk } = deps;

  route(listWebhookEvents, async ({ query }) => {
    const { page, per_page, ...filter } = query;
    const paging = { page, per_page };
    const [rows, total, { until, waiting }] = await Promise.all([
      findEvents(db, filter, { limit: per_page, offset: offsetOf(paging) }),
      countEvents(db, filter),
      desk.reconcileState(db),
    ]);
    return {
      success: true,
      events: rows.map(({ occurred_at, received_at, ...row }) => ({
        ...row,
        occurred_at: occurred_at.toISOString(),
        received_at: received_at.toISOString(),
      })),
      pagination: paginate(paging, total),
      reconciled_until: until?.toISOString() ?? null,
      reconcile_waiting: waiting,
    };
  });

  route(listProviderTasks, async ({ query }) => {
    const { page, per_page, ...filter } = query;
    const paging = { page, per_page };
    const [rows, total] = await Promise.all([
      findTasks(db, filter, { limit: per_page, offset: offsetOf(paging) }),
      countTasks(db, filter),
    ]);
    const tasks = rows.map(({ run_at, created_at, kind, ...row }) => ({
      ...row,
      kind: kind as ProviderTaskKind,
      next_attempt_at: run_at.toISOString(),
      created_at: created_at.toISOString(),
    }));
    return { success: true, tasks, pagination: paginate(paging, total) };
  });

  registerActs(route, deps);
}

function registerActs(route: Route, { db, clock, desk }: PaymentsDeps): void {
  route(replayWebhook, async ({ params, body }, { user, request }) => {
    desk.expectSelling();
    const { event_id } = params;
    const task = await taskOfEvent(db, desk, event_id);
    await inTransaction(db, async (tx) => {
      const isNew = await noteOnce(tx, clock, operatorOf(user, request), {
        id: body.action_id,
        action: 'webhook_replayed',
        subject: { kind: 'webhook', id: event_id },
        details: { reason: body.reason, asked: task.subject },
      });
      if (isNew) await desk.queue(tx, task);
    });
    return { success: true, outcome: await desk.tryNow(task) };
  });

  route(retryProviderTask, async ({ body }, { user, request }) => {
    desk.expectSelling();
    const { kind, subject, reason, action_id } = body;
    const task = { kind, subject };
    await inTransaction(db, async (tx) => {
      const isNew = await noteOnce(tx, clock, operatorOf(user, request), {
        id: action_id,
        action: 'task_retried',
        subject: { kind: 'task', id: subject },
        details: { reason, task: kind },
      });
      // What an act before has ended is no longer there, and was done.
      if (isNew && !(await desk.hasten(tx, task)))
        throw new AppError('record_unknown', { details: { what: 'task', id: subject } });
    });
    return { success: true, outcome: await desk.tryNow(task) };
  });

  route(reconcileNow, async ({ body }, { user, request }) => {
    desk.expectSelling();
    await inTransaction(db, async (tx) => {
      const isNew = await noteOnce(tx, clock, operatorOf(user, request), {
        id: body.action_id,
        action: 'reconcile_asked',
        subject: { kind: 'provider', id: 'record' },
        details: { reason: body.reason },
      });
      if (isNew) await desk.askReconcile(tx);
    });
    return { success: true, waiting: (await desk.reconcileState(db)).waiting };
  });
}

/**
 * What has to be asked of the provider so that an event's news are taken in again. The event itself is not
 * kept: what it told may be old by now, and how things stand is what counts.
 *
 * @throws AppError record_unknown, replay_impossible
 */
async function taskOfEvent(
  db: Db,
  desk: BillingDesk,
  eventId: string,
): Promise<{ kind: ProviderTaskKind; subject: string }> {
  const event = await findEvent(db, eventId);
  if (!event) throw new AppError('record_unknown', { details: { what: 'event', id: eventId } });
  const { entity_id: entity, event_type: type } = event;
  const impossible = (reason: string) =>
    new AppError('replay_impossible', { details: { event_id: eventId, reason } });
  if (entity === null) throw impossible('it tells of nothing that is kept here.');
  if (type.startsWith('transaction.')) return { kind: 'fetch_transaction', subject: entity };
  if (type.startsWith('subscription.')) return { kind: 'fetch_subscription', subject: entity };
  if (!type.startsWith('adjustment.'))
    throw impossible(`events of the type ${type} change nothing here.`);
  const adjustment = await desk.findAdjustment(db, entity);
  if (adjustment) return { kind: 'fetch_transaction', subject: adjustment.transaction_id };
  // The provider is asked for adjustments by their payment alone.
  throw impossible(
    `the payment that ${entity} belongs to is not known. Look that payment up, or reconcile now.`,
  );
}

type EventFilter = Omit<HandlerInput<typeof listWebhookEvents>['query'], 'page' | 'per_page'>;
type TaskFilter = Omit<HandlerInput<typeof listProviderTasks>['query'], 'page' | 'per_page'>;
type Page = { limit: number; offset: number };

function findEvents(db: Db, filter: EventFilter, page: Page) {
  return matchingEvents(db, filter)
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

async function countEvents(db: Db, filter: EventFilter): Promise<number> {
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

function findEvent(db: Db, id: string) {
  return db
    .selectFrom('webhook_events')
    .select(['event_id', 'event_type', 'entity_id'])
    .where('event_id', '=', id)
    .executeTakeFirst();
}

function findTasks(db: Db, filter: TaskFilter, page: Page) {
  return matchingTasks(db, filter)
    .select(['kind', 'subject', 'attempts', 'last_error', 'run_at', 'created_at'])
    .orderBy('created_at')
    .orderBy('kind')
    .orderBy('subject')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

async function countTasks(db: Db, filter: TaskFilter): Promise<number> {
  const { total } = await matchingTasks(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function matchingTasks(db: Db, { failing }: TaskFilter) {
  return db
    .selectFrom('tasks')
    .where('kind', 'in', PROVIDER_TASKS)
    .$if(failing !== undefined, (query) => query.where('last_error', 'is not', null));
}
