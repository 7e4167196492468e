import {
  type AdminMessage,
  handleMessage,
  listAdminMessages,
  reopenMessage,
} from '@quorate/contract/admin-messages';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { sql } from 'kysely';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { offsetOf, paginate } from '../../../http/paging.ts';
import type { Clock } from '../../../process/clock.ts';
import { noteAction, type Operator, operatorOf } from '../audit/note-action.ts';
import { holdsText } from '../holds-text.ts';

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

type MessageFilter = Omit<HandlerInput<typeof listAdminMessages>['query'], 'page' | 'per_page'>;

type MessageRow = Awaited<ReturnType<typeof findMessages>>[number];

function findMessages(db: Db, filter: MessageFilter, page: { limit: number; offset: number }) {
  return withOperator(matching(db, filter))
    .orderBy('mail.created_at', 'desc')
    .orderBy('mail.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

async function countMessages(db: Db, filter: MessageFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Whoever else changes it waits until the transaction ends. */
async function findMessageToChange(tx: Db, id: string): Promise<MessageRow | undefined> {
  await sql`select 1 from contact_messages where id = ${id} for update`.execute(tx);
  return findMessage(tx, id);
}

function findMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  return withOperator(matching(db, {})).where('mail.id', '=', id).executeTakeFirst();
}

async function setHandled(
  tx: Db,
  id: string,
  { by, at, note }: { by: string | null; at: Date | null; note: string | null },
): Promise<void> {
  await tx
    .updateTable('contact_messages')
    .set({ handled_at: at, handled_by: by, note })
    .where('id', '=', id)
    .execute();
}

function matching(db: Db, { handled, search = '' }: MessageFilter) {
  return db
    .selectFrom('contact_messages as mail')
    .$if(handled === 'yes', (query) => query.where('mail.handled_at', 'is not', null))
    .$if(handled === 'no', (query) => query.where('mail.handled_at', 'is', null))
    .$if(search !== '', (query) =>
      query.where((row) =>
        row.or(
          (['mail.name', 'mail.email', 'mail.subject', 'mail.message'] as const).map((column) =>
            holdsText(column, search),
          ),
        ),
      ),
    );
}

function withOperator(query: ReturnType<typeof matching>) {
  return query
    .leftJoin('users as operator', 'operator.id', 'mail.handled_by')
    .select([
      'mail.id as message_id',
      'mail.name',
      'mail.email',
      'mail.subject',
      'mail.message',
      'mail.created_at',
      'mail.handled_at',
      'mail.note',
      'operator.username as handled_by',
    ]);
}
