import { handleMessage, listAdminMessages, reopenMessage } from '@quorate/contract/admin-messages';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { sql } from 'kysely';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { isoTimes } from '../../../http/iso-times.ts';
import { readPage } from '../../../http/paging.ts';
import type { Clock } from '../../../process/clock.ts';
import { noteAction, type Operator, operatorOf } from '../audit/note-action.ts';
import { holdsText, wanted } from '../filters.ts';

type MessagesDeps = Readonly<{ db: Db; clock: Clock }>;

export function registerMessages(route: Route, deps: MessagesDeps): void {
  const { db } = deps;

  route(listAdminMessages, async ({ query }) => {
    const [{ rows, pagination }, { open }] = await Promise.all([
      readMessages(db, query),
      db
        .selectFrom('contact_messages')
        .select(({ fn }) => fn.countAll<number>().as('open'))
        .where('handled_at', 'is', null)
        .executeTakeFirstOrThrow(),
    ]);
    return { success: true, messages: rows.map(isoTimes), pagination, open };
  });

  route(handleMessage, async ({ params, body }, caller) => ({
    success: true,
    message: await change(deps, operatorOf(caller), { ...params, ...body, handled: true }),
  }));

  route(reopenMessage, async ({ params, body }, caller) => ({
    success: true,
    message: await change(deps, operatorOf(caller), { ...params, ...body, handled: false }),
  }));
}

/** Sent twice it is done once; another note to a message that is handled already is kept. */
function change(
  { db, clock }: MessagesDeps,
  operator: Operator,
  { message_id, note, handled }: { message_id: string; note: string; handled: boolean },
) {
  return inTransaction(db, async (tx) => {
    // Whoever else changes it waits until the transaction ends.
    await sql`select 1 from contact_messages where id = ${message_id} for update`.execute(tx);
    const before = await findMessage(tx, message_id);
    const words = note === '' ? before.note : note;
    const isDone = (before.handled_at !== null) === handled;
    if (isDone && words === before.note) return isoTimes(before);
    await tx
      .updateTable('contact_messages')
      .set({
        handled_at: handled ? (before.handled_at ?? new Date(clock.now())) : null,
        handled_by: handled ? operator.id : null,
        note: words,
      })
      .where('id', '=', message_id)
      .execute();
    // The note may name people, and stays with the message; the log outlives both.
    await noteAction(tx, clock, operator, {
      action: handled ? 'message_handled' : 'message_reopened',
      subject: { kind: 'message', id: message_id },
      details: { noted: note !== '' },
    });
    return isoTimes(await findMessage(tx, message_id));
  });
}

const messages = (db: Db) => db.selectFrom('contact_messages as mail');

function readMessages(db: Db, query: HandlerInput<typeof listAdminMessages>['query']) {
  const { handled, search = '' } = query;
  const matching = messages(db).where((row) =>
    row.and(
      wanted(
        handled === 'yes' && row('mail.handled_at', 'is not', null),
        handled === 'no' && row('mail.handled_at', 'is', null),
        search &&
          row.or(
            ['mail.name', 'mail.email', 'mail.subject', 'mail.message'].map((column) =>
              holdsText(column, search),
            ),
          ),
      ),
    ),
  );
  return readPage(query, matching, (found) =>
    withOperator(found).orderBy('mail.created_at', 'desc').orderBy('mail.id', 'desc'),
  );
}

/** @throws AppError record_unknown */
function findMessage(db: Db, id: string) {
  return withOperator(messages(db))
    .where('mail.id', '=', id)
    .executeTakeFirstOrThrow(
      () => new AppError('record_unknown', { details: { what: 'message', id } }),
    );
}

function withOperator(found: ReturnType<typeof messages>) {
  return found
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
