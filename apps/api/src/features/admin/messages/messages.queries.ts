import type { listAdminMessages } from '@quorate/contract/admin-messages';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import { holdsText } from '../holds-text.ts';

type MessageFilter = Omit<HandlerInput<typeof listAdminMessages>['query'], 'page' | 'per_page'>;

export type MessageRow = Awaited<ReturnType<typeof findMessages>>[number];

export function findMessages(
  db: Db,
  filter: MessageFilter,
  page: { limit: number; offset: number },
) {
  return withOperator(matching(db, filter))
    .orderBy('mail.created_at', 'desc')
    .orderBy('mail.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countMessages(db: Db, filter: MessageFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Whoever else changes it waits until the transaction ends. */
export async function findMessageToChange(tx: Db, id: string): Promise<MessageRow | undefined> {
  await sql`select 1 from contact_messages where id = ${id} for update`.execute(tx);
  return findMessage(tx, id);
}

export function findMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  return withOperator(matching(db, {})).where('mail.id', '=', id).executeTakeFirst();
}

export async function setHandled(
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
