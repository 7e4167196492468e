import {
  listProviderTasks,
  listWebhookEvents,
  reconcileNow,
  replayWebhook,
  retryProviderTask,
} from '@quorate/contract/admin-webhooks';
import { inTransaction } from '../../../db/in-transaction.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { offsetOf, paginate } from '../../../http/paging.ts';
import { noteOnce, operatorOf } from '../audit/note-action.ts';
import type { PaymentsDeps } from '../payments/payments.routes.ts';
import { taskOfEvent } from './replay.ts';
import { countEvents, countTasks, findEvents, findTasks } from './webhooks.queries.ts';

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
    const tasks = rows.map(({ next_attempt_at, created_at, ...row }) => ({
      ...row,
      next_attempt_at: next_attempt_at.toISOString(),
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
