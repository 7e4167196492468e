import type { MailRequestId } from '@quorate/values/ids';
import { z } from 'zod';
import { newId } from '../../../db/ids.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { countWithin } from '../../../http/rate-limit.ts';
import { mailboxOf } from '../../../mail/address.ts';
import type { Mail } from '../../../mail/mail.ts';
import { mayMail } from '../../../mail/mail-limit.ts';
import { queueMail } from '../../../mail/outbox.ts';
import type { Clock } from '../../../process/clock.ts';
import { endTask, queueTask, runTasks } from '../../../process/tasks.ts';
import type { AccountDeps } from '../account.deps.ts';
import { issueChallenge } from '../challenges.ts';
import { addressTakenMail, resetMail, usernameTakenMail, verificationMail } from '../mails.ts';
import { readPlanText } from '../plan-text.ts';
import { accountKey, findByEmail, findByLogin } from '../users.queries.ts';

type AnswerDeps = Pick<AccountDeps, 'db' | 'clock' | 'brand' | 'publicUrl' | 'limits'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BATCH = 200;

/** Whoever asked has asked again by then, and a mail that comes so late only confuses. */
const STALE_MS = HOUR_MS;

/** What somebody asked to be mailed, before anybody looks whether they have an account. */
const mailRequest = z.object({
  purpose: z.enum(['verify', 'reset', 'sign_up', 'address_taken', 'username_taken']),
  /** An e-mail address; for `verify` whatever was typed, a username too. */
  asked_for: z.string(),
  /** For `username_taken` the name that was asked for, for `sign_up` the plan that was chosen. */
  username: z.string().nullable(),
});
type MailRequest = z.output<typeof mailRequest>;
export type MailPurpose = MailRequest['purpose'];

/** One statement, the same whoever is asked about: a job finds out afterwards. */
export function requestMail(
  { db, clock }: { db: Db; clock: Clock },
  request: MailRequest,
): Promise<void> {
  return queueTask(db, clock, {
    kind: 'mail_request',
    subject: newId<MailRequestId>(),
    // JSON in the database takes no half of a sign.
    payload: { ...request, asked_for: request.asked_for.toWellFormed() },
    expiresAt: new Date(clock.now() + STALE_MS),
  });
}

/**
 * Mails what was asked for to those who have an account, and nothing to others. The request is gone when
 * the mail is in the outbox, neither without the other. It runs at its own pace and never at once: work
 * done right after a request would slow the next one down, for known accounts alone.
 *
 * @returns how many requests were answered
 */
export function answerMailRequests(deps: AnswerDeps): Promise<number> {
  return runTasks(deps, {
    kinds: ['mail_request'],
    batch: BATCH,
    atOnce: 1,
    leaseMs: MINUTE_MS,
    longestMs: MINUTE_MS / 2,
    run: async (task) => {
      await inTransaction(deps.db, async (tx) => {
        if (await endTask(tx, task))
          await answer({ ...deps, db: tx }, mailRequest.parse(task.payload));
      });
      return 'done';
    },
  });
}

async function answer(deps: AnswerDeps, request: MailRequest): Promise<void> {
  const { purpose, asked_for, username } = request;
  const user = await (purpose === 'verify' ? findByLogin : findByEmail)(deps.db, asked_for);
  if (!user) {
    if (purpose !== 'username_taken' || username === null) return;
    return mailOnce(deps, purpose, { email: asked_for }, async (to) =>
      usernameTakenMail(deps, { to, username }),
    );
  }
  const person = { to: user.email, username: user.username };
  switch (purpose) {
    case 'username_taken':
      // The same form sent twice at once: the other one made the account and has its mail.
      if (username !== null && accountKey(username) === user.username_key) return;
      return mailOnce(deps, 'address_taken', user, async () => addressTakenMail(deps, person));
    case 'address_taken':
      return mailOnce(deps, purpose, user, async () => addressTakenMail(deps, person));
    case 'reset':
      return mailOnce(deps, purpose, user, async () =>
        resetMail(deps, person, (await issueChallenge(deps, 'reset', { userId: user.id })).token),
      );
    case 'sign_up':
    case 'verify':
      if (user.email_verified_at !== null) return;
      return mailOnce(deps, purpose, user, async () =>
        verificationMail(
          deps,
          person,
          (await issueChallenge(deps, 'verify', { userId: user.id })).token,
          readPlanText(purpose === 'sign_up' ? username : null),
        ),
      );
  }
}

/** A mail of a kind goes to a mailbox once a minute, and a few of all kinds an hour, whoever asks for them. */
async function mailOnce(
  deps: AnswerDeps,
  purpose: MailPurpose,
  { id, email: to }: { id?: string; email: string },
  compose: (to: string) => Promise<Mail>,
): Promise<void> {
  const perMinute = { what: `mail-${purpose}-minute`, limit: 1, windowMs: MINUTE_MS };
  if (!(await countWithin(deps, perMinute, mailboxOf(to)))) return;
  if (!(await mayMail(deps, to, purpose === 'address_taken' ? 'news' : 'link'))) return;
  await queueMail(deps.db, deps.clock, {
    ...(await compose(to)),
    awaited: true,
    ...(id !== undefined && { about: id }),
  });
}
