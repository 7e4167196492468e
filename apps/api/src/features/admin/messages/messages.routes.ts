import {
  type AdminMessage,
  handleMessage,
  listAdminMessages,
  reopenMessage,
} from '@quorate/contract/admin-messages';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { offsetOf, paginate } from '../../../http/paging.ts';
import type { Clock } from '../../../process/clock.ts';
import { noteAction, type Operator, operatorOf } from '../audit/note-action.ts';
import {
  countMessages,
  findMessage,
  findMessages,
  findMessageToChange,
  type MessageRow,
  setHandled,
} from './messages.queries.ts';

type MessagesDeps = Readonly<{ db: Db; clock: Clock }>;

export function registerMessages(route: Route, deps: MessagesDeps): void {
  const { db } = deps;

  route(listAdminMessages, async ({ query }) => {
    const { page, per_page, ...filter } = query;
    const paging = { page, per_page };
    const [rows, total, open] = await Promise.all([
      findMessages(db, filter, { limit: per_page, offset: offsetOf(paging) }),
      countMessages(db, filter),
      countMessages(db, { handled: 'no' }),
    ]);
    const pagination = paginate(paging, total);
    return { success: true, messages: rows.map(viewOf), pagination, open };
  });

  route(handleMessage, async ({ params, body }, { user, request }) => ({
    success: true,
    message: await change(deps, operatorOf(user, request), { ...params, ...body, handled: true }),
  }));

  route(reopenMessage, async ({ params, body }, { user, request }) => ({
    success: true,
    message: await change(deps, operatorOf(user, request), { ...params, ...body, handled: false }),
  }));
}

/** Sent twice it is done once; another note to a message that is handled already is kept. */
function change(
  { db, clock }: MessagesDeps,
  operator: Operator,
  { message_id, note, handled }: { message_id: string; note: string; handled: boolean },
): Promise<AdminMessage> {
  return inTransaction(db, async (tx) => {
    const unknown = { details: { what: 'message', id: message_id } };
    const before = await findMessageToChange(tx, message_id);
    if (!before) throw new AppError('record_unknown', unknown);
    const words = note === '' ? before.note : note;
    const isDone = (before.handled_at !== null) === handled;
    if (isDone && words === before.note) return viewOf(before);
    const at = before.handled_at ?? new Date(clock.now());
    const by = handled ? { at, by: operator.id } : { at: null, by: null };
    await setHandled(tx, message_id, { ...by, note: words });
    // The note may name people, and stays with the message; the log outlives both.
    await noteAction(tx, clock, operator, {
      action: handled ? 'message_handled' : 'message_reopened',
      subject: { kind: 'message', id: message_id },
      details: { noted: note !== '' },
    });
    const after = await findMessage(tx, message_id);
    if (!after) throw new AppError('record_unknown', unknown);
    return viewOf(after);
  });
}

function viewOf({ created_at, handled_at, ...row }: MessageRow): AdminMessage {
  return {
    ...row,
    created_at: created_at.toISOString(),
    handled_at: handled_at?.toISOString() ?? null,
  };
}
