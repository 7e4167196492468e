import type { MailId } from '@quorate/values/ids';
import { type Selectable, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db, OutboxTable } from '../db/tables.ts';
import { newId } from '../ids.ts';
import { askedBy, currentAsker, inAttempt } from '../telemetry/context.ts';
import type { Mail } from './mail.ts';
import { AddressRefusedError, type MailTransport } from './transport.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Longer than any link in a mail counts, and than any attempt to send it goes on. */
const KEPT_DAYS = 30;
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
      mails.map(({ to, subject, text, html, awaited = false }) => ({
        id: newId<MailId>(),
        to_address: to,
        subject,
        text,
        html,
        created_at: now,
        next_attempt_at: now,
        awaited,
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
    })
    .where('id', '=', id)
    .execute();
  return true;
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
 * Forgets mails that left a month ago, and those that never will: an outbox is no archive of who was
 * written to.
 */
export async function removeOldMails({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('created_at', '<=', new Date(clock.now() - KEPT_DAYS * DAY_MS))
    .execute();
}
