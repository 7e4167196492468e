import {
  listProviderTasks,
  listWebhookEvents,
  reconcileNow,
  replayWebhook,
  retryProviderTask,
} from '@quorate/contract/admin-webhooks';
import type { ProviderTaskKind } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { isoTimes } from '../../../http/iso-times.ts';
import { readPage } from '../../../http/paging.ts';
import type { BillingDesk } from '../../billing/desk/billing-desk.ts';

import { PROVIDER_TASKS } from '../../billing/record/provider-tasks.ts';

import { actOnce, operatorOf } from '../audit/note-action.ts';
import { wanted } from '../filters.ts';
import type { PaymentsDeps } from '../payments/payments.routes.ts';

export function registerWebhooks(route: Route, deps: PaymentsDeps): void {
  const { db, desk } = deps;

  route(listWebhookEvents, async ({ query }) => {
    const { outcome, event_type = '', entity_id = '' } = query;
    const matching = db
      .selectFrom('webhook_events')
      .where((row) =>
        row.and(
          wanted(
            outcome !== undefined && row('outcome', '=', outcome),
            event_type &&
              row(row.fn('starts_with', ['event_type', row.val(event_type)]), '=', true),
            entity_id &&
              row.or([row('entity_id', '=', entity_id), row('event_id', '=', entity_id)]),
          ),
        ),
      );
    const [{ rows, pagination }, { until, waiting }] = await Promise.all([
      readPage(query, matching, (found) =>
        found.selectAll().orderBy('received_at', 'desc').orderBy('event_id', 'desc'),
      ),
      desk.reconcileState(db),
    ]);
    return {
      success: true,
      events: rows.map(isoTimes),
      pagination,
      reconciled_until: until?.toISOString() ?? null,
      reconcile_waiting: waiting,
    };
  });

  route(listProviderTasks, async ({ query }) => {
    const matching = db
      .selectFrom('tasks')
      .where('kind', 'in', PROVIDER_TASKS)
      .$if(query.failing !== undefined, (tasks) => tasks.where('last_error', 'is not', null));
    const { rows, pagination } = await readPage(query, matching, (found) =>
      found
        .select(['kind', 'subject', 'attempts', 'last_error'])
        .select(['run_at as next_attempt_at', 'created_at'])
        .orderBy('created_at')
        .orderBy('kind')
        .orderBy('subject'),
    );
    const tasks = rows.map((row) => ({ ...isoTimes(row), kind: row.kind as ProviderTaskKind }));
    return { success: true, tasks, pagination };
  });

  route(replayWebhook, async ({ params, body }, caller) => {
    desk.expectSelling();
    const { event_id } = params;
    const task = await taskOfEvent(db, desk, event_id);
    const done = {
      id: body.action_id,
      action: 'webhook_replayed',
      subject: { kind: 'webhook', id: event_id },
      details: { reason: body.reason, asked: task.subject },
    } as const;
    await actOnce(deps, operatorOf(caller), done, (tx) => desk.queue(tx, task));
    return { success: true, outcome: await desk.tryNow(task) };
  });

  route(retryProviderTask, async ({ body }, caller) => {
    desk.expectSelling();
    const { kind, subject, reason, action_id } = body;
    const task = { kind, subject };
    const done = {
      id: action_id,
      action: 'task_retried',
      subject: { kind: 'task', id: subject },
      details: { reason, task: kind },
    } as const;
    await actOnce(deps, operatorOf(caller), done, async (tx) => {
      // What an act before has ended is no longer there, and was done.
      if (!(await desk.hasten(tx, task)))
        throw new AppError('record_unknown', { details: { what: 'task', id: subject } });
    });
    return { success: true, outcome: await desk.tryNow(task) };
  });

  route(reconcileNow, async ({ body }, caller) => {
    desk.expectSelling();
    const done = {
      id: body.action_id,
      action: 'reconcile_asked',
      subject: { kind: 'provider', id: 'record' },
      details: { reason: body.reason },
    } as const;
    await actOnce(deps, operatorOf(caller), done, (tx) => desk.askReconcile(tx));
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
  const { entity_id: entity, event_type: type } = await db
    .selectFrom('webhook_events')
    .select(['event_type', 'entity_id'])
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow(
      () => new AppError('record_unknown', { details: { what: 'event', id: eventId } }),
    );
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
