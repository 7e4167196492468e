import type { MailId } from '@quorate/values/ids';
import { type Selectable, sql } from 'kysely';
import { newId } from '../db/ids.ts';
import type { Db, OutboxTable } from '../db/tables.ts';
import type { Clock } from '../process/clock.ts';
import { askedBy, currentAsker, inAttempt } from '../process/telemetry/context.ts';
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
/** A turn begins no further batch after this. */
const TURN_MS = 10_000;
/** Who has claimed a mail may send it for so long; then it is anybody's again. */
const CLAIM_MS = 5 * MINUTE_MS;
/** Longer than a mail server that hangs is waited for. */
const SEND_MS = MINUTE_MS;
/** After the last of these a mail stays in the table with its error for the operator. */
const RETRY_MINUTES = [1, 2, 5, 15, 60, 240, 720] as const;
/** After so many nobody tries again. */
export const MAIL_ATTEMPTS_MAX = RETRY_MINUTES.length + 1;

/**
 * Puts a mail into the outbox, in the caller's transaction: it leaves if, and only if, what it tells of
 * was saved, and no answer waits for a mail server.
 */
export function queueMail(db: Db, clock: Clock, mail: Mail): Promise<void> {
  return queueMails(db, clock, [mail]);
}

/** The same for many, in one statement. */
export async function queueMails(db: Db, clock: Clock, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  const now = new Date(clock.now());
  await db
    .insertInto('outbox')
    .values(
      mails.map(({ to, subject, text, html, awaited = false, about }) => ({
        id: newId<MailId>(),
        to_address: to,
        subject,
        text,
        html,
        created_at: now,
        next_attempt_at: now,
        awaited,
        about_user: about ?? null,
        asked_by: currentAsker(),
      })),
    )
    .execute();
}

type DeliverDeps = Readonly<{ db: Db; clock: Clock; transport: MailTransport }>;
type Claimed = Selectable<OutboxTable>;

/**
 * Sends what waits: first what somebody waits for, then the rest, oldest first. Mails are claimed by moving
 * their next attempt on before they are sent, so that several services share one outbox; one that dies
 * while sending leaves the mail to the next attempt.
 *
 * @returns how many were sent
 */
export async function deliverMail(deps: DeliverDeps): Promise<number> {
  const begun = performance.now();
  let sent = 0;
  for (;;) {
    const claimed = await claimMails(deps);
    const left = await sendAll(deps, claimed);
    sent += left;
    // The rest would meet the same mail server, and nothing that asks this copy to end waits for thousands.
    if (claimed.length < BATCH || left === 0 || performance.now() - begun > TURN_MS) return sent;
  }
}

/** In the order in which they go. */
async function claimMails({ db, clock }: DeliverDeps): Promise<Claimed[]> {
  const now = new Date(clock.now());
  const claimed = await db
    .with('due', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where('attempts', '<', MAIL_ATTEMPTS_MAX)
        .orderBy('awaited', 'desc')
        .orderBy('next_attempt_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .from('due')
    .set({
      attempts: sql<number>`attempts + 1`,
      next_attempt_at: new Date(now.getTime() + CLAIM_MS),
    })
    .whereRef('outbox.id', '=', 'due.id')
    .returningAll('outbox')
    .execute();
  const rank = ({ awaited, created_at }: Claimed) => (awaited ? 0 : created_at.getTime());
  return claimed.toSorted((one, other) => rank(one) - rank(other));
}

/** A few at a time: a mail server takes longer to greet us than to take a mail. */
async function sendAll(deps: DeliverDeps, claimed: readonly Claimed[]): Promise<number> {
  const { clock } = deps;
  const since = clock.now();
  const left = claimed.values();
  let sent = 0;
  const lane = async () => {
    for (const row of left) {
      // A server that hangs takes its time for each: what is nobody's any more might be sent twice.
      if (clock.now() - since > CLAIM_MS - SEND_MS) return;
      if (await askedBy(row.asked_by, () => inAttempt(row.attempts, () => sendOne(deps, row))))
        sent += 1;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
  return sent;
}

/** @returns whether it has left */
async function sendOne({ db, clock, transport }: DeliverDeps, row: Claimed): Promise<boolean> {
  const { id, to_address: to, subject, text, html } = row;
  const fault = await transport.send({ id, to, subject, text, html }).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (fault) {
    await noteFault({ db, clock }, row, fault.error);
    return false;
  }
  await db
    .updateTable('outbox')
    .set({
      sent_at: new Date(clock.now()),
      last_error: null,
      refused: false,
      // Links that are as good as a password have no place in backups once they have left.
      ...(!transport.keeps && { text: '', html: '' }),
      ...(!transport.keeps && (await isFarewell(db, row)) && NAMELESS),
    })
    .where('id', '=', id)
    .execute();
  return true;
}

/** What a row keeps of a mail that needs no name any more: that it was sent, and when. */
const NAMELESS = { to_address: '', subject: '', text: '', html: '', about_user: null };

/** To somebody whose account is gone: nothing of them is to stay. */
async function isFarewell(db: Db, { about_user: about }: Claimed): Promise<boolean> {
  if (about === null) return false;
  const user = await db.selectFrom('users').select('id').where('id', '=', about).executeTakeFirst();
  return user === undefined;
}

async function noteFault(
  { db, clock }: Pick<DeliverDeps, 'db' | 'clock'>,
  { id, attempts, refused }: Claimed,
  error: unknown,
): Promise<void> {
  const minutes = RETRY_MINUTES[attempts - 1] ?? 0;
  await db
    .updateTable('outbox')
    .set({
      last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown error',
      next_attempt_at: new Date(clock.now() + minutes * MINUTE_MS),
      // A server that cannot be reached later has taken nothing back.
      refused: refused || error instanceof AddressRefusedError,
    })
    .where('id', '=', id)
    .execute();
}

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
