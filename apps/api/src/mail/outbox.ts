import type { MailId } from '@quorate/values/ids';
import type { Updateable } from 'kysely';
import { newId } from '../db/ids.ts';
import type { Db, OutboxTable } from '../db/tables.ts';
import type { Clock } from '../process/clock.ts';
import { queueTasks, runTasks, type Task, type TaskOutcome } from '../process/tasks.ts';
import type { Mail } from './mail.ts';
import { AddressRefusedError, type MailTransport } from './transport.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Longer than any link in a mail counts, and than any attempt to send it goes on. */
export const MAILS_KEPT_DAYS = 30;
/** After so long nobody asks any more whether a mail left, and to whom. */
export const SENT_NAMED_DAYS = 7;
/** Of statements that tidy up: others wait for none of them. */
const OLD_BATCH = 1_000;
/** So few that what somebody waits for is behind a second's worth of others at most. */
const BATCH = 20;
/** Connections of one copy to the mail server; some take three of all copies together, and refuse more. */
const AT_ONCE = 2;
/** Who has claimed a mail may send it for so long; then it is anybody's again. */
const LEASE_MS = 5 * MINUTE_MS;
/** Longer than a mail server that hangs is waited for. */
const SEND_MS = MINUTE_MS;
/** After the last of these a mail stays in the table with its error for the operator. */
const RETRY_MINUTES = [1, 2, 5, 15, 60, 240, 720] as const;
/** After so many nobody tries again. */
export const MAIL_ATTEMPTS_MAX = RETRY_MINUTES.length + 1;

/** Stands where others have an address: nobody is mailed there, and no address that is typed is the same. */
export const DEMO_ADDRESS = 'none';

/**
 * Puts a mail into the outbox, in the caller's transaction: it leaves if, and only if, what it tells of
 * was saved, and no answer waits for a mail server.
 */
export function queueMail(db: Db, clock: Clock, mail: Mail): Promise<void> {
  return queueMails(db, clock, [mail]);
}

/** The same for many, in two statements. */
export async function queueMails(db: Db, clock: Clock, all: readonly Mail[]): Promise<void> {
  const mails = all.filter(({ to }) => to !== DEMO_ADDRESS);
  if (mails.length === 0) return;
  const created_at = new Date(clock.now());
  const rows = mails.map(({ to, subject, text, html, about, unsubscribeUrl }) => ({
    id: newId<MailId>(),
    to_address: to,
    subject,
    text,
    html,
    created_at,
    about_user: about ?? null,
    unsubscribe_url: unsubscribeUrl ?? '',
  }));
  await db.insertInto('outbox').values(rows).execute();
  await queueTasks(
    db,
    clock,
    rows.map(({ id }, index) => ({
      kind: 'mail',
      subject: id,
      rank: mails[index]?.awaited ? 1 : 0,
    })),
  );
}

type DeliverDeps = Readonly<{ db: Db; clock: Clock; transport: MailTransport }>;

/**
 * Sends what waits: first what somebody waits for, then the rest, oldest first.
 *
 * @returns how many were sent
 */
export function deliverMail(deps: DeliverDeps): Promise<number> {
  return runTasks(deps, {
    kinds: ['mail'],
    batch: BATCH,
    atOnce: AT_ONCE,
    leaseMs: LEASE_MS,
    longestMs: SEND_MS,
    run: (task) => sendOne(deps, task),
  });
}

async function sendOne(
  { db, clock, transport }: DeliverDeps,
  { subject: id, attempts }: Task,
): Promise<TaskOutcome> {
  const row = await db
    .selectFrom('outbox')
    .selectAll()
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  // It went with the account that it was about, or left while its task was thought to be dead.
  if (!row) return 'dropped';
  const { to_address: to, subject, text, html, unsubscribe_url: unsubscribeUrl } = row;
  const note = (columns: Partial<Updateable<OutboxTable>>) =>
    db
      .updateTable('outbox')
      .set({ attempts, ...columns })
      .where('id', '=', id)
      .execute();
  try {
    await transport.send({
      id,
      to,
      subject,
      text,
      html,
      ...(unsubscribeUrl && { unsubscribeUrl }),
    });
  } catch (error) {
    const last_error = error instanceof Error ? error.message.slice(0, 500) : 'unknown error';
    // A server that cannot be reached later has taken nothing back.
    await note({ last_error, refused: row.refused || error instanceof AddressRefusedError });
    const minutes = RETRY_MINUTES[attempts - 1];
    if (minutes === undefined) return 'dropped';
    const retryAt = new Date(clock.now() + minutes * MINUTE_MS);
    return { retryAt, error: last_error, stop: true };
  }
  await note({
    sent_at: new Date(clock.now()),
    last_error: null,
    refused: false,
    // Links that are as good as a password have no place in backups once they have left.
    ...(!transport.keeps && { text: '', html: '', unsubscribe_url: '' }),
    ...(!transport.keeps && (await isFarewell(db, row.about_user)) && NAMELESS),
  });
  return 'done';
}

/** To somebody whose account is gone: nothing of them is to stay. */
async function isFarewell(db: Db, about: string | null): Promise<boolean> {
  if (about === null) return false;
  const user = await db.selectFrom('users').select('id').where('id', '=', about).executeTakeFirst();
  return user === undefined;
}

/** What a row keeps of a mail that needs no name any more: that it was sent, and when. */
const NAMELESS = {
  to_address: '',
  subject: '',
  text: '',
  html: '',
  about_user: null,
  unsubscribe_url: '',
};

/**
 * Takes names and addresses out of mails that left a week ago, and forgets those of a month ago with those
 * that never will leave: an outbox is no archive of who was written to.
 */
export async function removeOldMails({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now() - days * DAY_MS);
  const batch = (tx: Db) =>
    tx.selectFrom('outbox').select('id').limit(OLD_BATCH).forUpdate().skipLocked();
  await inBatches(async () => {
    const named = batch(db)
      .where('sent_at', '<=', daysAgo(SENT_NAMED_DAYS))
      .where('to_address', '<>', '');
    return db.updateTable('outbox').set(NAMELESS).where('id', 'in', named).executeTakeFirst();
  });
  await inBatches(async () => {
    const old = batch(db).where('created_at', '<=', daysAgo(MAILS_KEPT_DAYS));
    return db.deleteFrom('outbox').where('id', 'in', old).executeTakeFirst();
  });
}

async function inBatches(
  step: () => Promise<{ numUpdatedRows?: bigint; numDeletedRows?: bigint }>,
): Promise<void> {
  for (;;) {
    const { numUpdatedRows = 0n, numDeletedRows = 0n } = await step();
    if (numUpdatedRows + numDeletedRows < BigInt(OLD_BATCH)) return;
  }
}
