import type { MailId } from '@quorate/values/ids';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/tables.ts';
import { newId } from '../ids.ts';
import type { Mail } from './mail.ts';
import type { MailTransport } from './transport.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Longer than any link in a mail counts, and than any attempt to send it goes on. */
const KEPT_DAYS = 30;
const BATCH = 20;
/** After the last of these a mail stays in the table with its error for the operator. */
const RETRY_MINUTES = [1, 2, 5, 15, 60, 240, 720] as const;

/**
 * Puts a mail into the outbox, in the caller's transaction: it leaves if, and only if, what it tells of
 * was saved, and no answer waits for a mail server.
 */
export async function queueMail(db: Db, clock: Clock, mail: Mail): Promise<void> {
  const now = new Date(clock.now());
  await db
    .insertInto('outbox')
    .values({
      id: newId<MailId>(),
      to_address: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      created_at: now,
      next_attempt_at: now,
    })
    .execute();
}

/**
 * Sends what waits. Mails are claimed by moving their next attempt on before they are sent, so that
 * several services share one outbox; one that dies while sending leaves the mail to the next attempt.
 *
 * @returns how many were sent
 */
export async function deliverMail(deps: {
  db: Db;
  clock: Clock;
  transport: MailTransport;
}): Promise<number> {
  const { db, clock, transport } = deps;
  const now = new Date(clock.now());
  const claimed = await db
    .updateTable('outbox')
    .set({
      attempts: sql<number>`attempts + 1`,
      next_attempt_at: new Date(now.getTime() + 5 * MINUTE_MS),
    })
    .where('id', 'in', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where('attempts', '<', RETRY_MINUTES.length + 1)
        .orderBy('next_attempt_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
  let sent = 0;
  for (const row of claimed) {
    try {
      await transport.send({
        id: row.id,
        to: row.to_address,
        subject: row.subject,
        text: row.text,
        html: row.html,
      });
      await db
        .updateTable('outbox')
        .set({
          sent_at: new Date(clock.now()),
          last_error: null,
          // Links that are as good as a password have no place in backups once they have left.
          ...(!transport.keeps && { text: '', html: '' }),
        })
        .where('id', '=', row.id)
        .execute();
      sent += 1;
    } catch (error) {
      const minutes = RETRY_MINUTES[row.attempts - 1] ?? 0;
      await db
        .updateTable('outbox')
        .set({
          last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown error',
          next_attempt_at: new Date(now.getTime() + minutes * MINUTE_MS),
        })
        .where('id', '=', row.id)
        .execute();
    }
  }
  return sent;
}

/**
 * Forgets mails that left a month ago, and those that never will: an outbox is no archive of who was
 * written to.
 */
export async function removeOldMails({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('created_at', '<=', new Date(clock.now() - KEPT_DAYS * DAY_MS))
    .execute();
}
