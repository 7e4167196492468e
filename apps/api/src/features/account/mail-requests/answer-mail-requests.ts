import { countWithin } from '../../../http/rate-limit.ts';
import { mailboxOf } from '../../../mail/address.ts';
import type { Mail } from '../../../mail/mail.ts';
import { mayMail } from '../../../mail/mail-limit.ts';
import { queueMail } from '../../../mail/outbox.ts';
import { askedBy } from '../../../process/telemetry/context.ts';
import type { AccountDeps } from '../account.deps.ts';
import { eachWaiting } from '../each-waiting.ts';
import { issueToken } from '../email-tokens.queries.ts';
import { addressTakenMail, resetMail, usernameTakenMail, verificationMail } from '../mails.ts';
import { readPlanText } from '../plan-text.ts';
import { accountKey, findByEmail, findByLogin } from '../users.queries.ts';
import {
  type MailPurpose,
  type MailRequest,
  takeRequest,
  waitingRequests,
} from './mail-requests.queries.ts';

type AnswerDeps = Pick<AccountDeps, 'db' | 'clock' | 'brand' | 'publicUrl' | 'limits'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BATCH = 200;

/** Whoever asked has asked again by then, and a mail that comes so late only confuses. */
const STALE_MS = HOUR_MS;

/**
 * Mails what was asked for to those who have an account, and nothing to others. The request is gone when
 * the mail is in the outbox, neither without the other. It runs at its own pace and never at once: work
 * done right after a request would slow the next one down, for known accounts alone.
 *
 * @returns how many requests were answered or dropped
 */
export async function answerMailRequests(deps: AnswerDeps): Promise<number> {
  return eachWaiting(deps.db, await waitingRequests(deps.db, BATCH), async (tx, id) => {
    const request = await takeRequest(tx, id);
    if (!request) return;
    if (deps.clock.now() - request.created_at.getTime() > STALE_MS) return;
    await askedBy(request.asked_by, () => answer({ ...deps, db: tx }, request));
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
        resetMail(deps, person, await issueToken(deps, user.id, 'reset')),
      );
    case 'sign_up':
    case 'verify':
      if (user.email_verified_at !== null) return;
      return mailOnce(deps, purpose, user, async () =>
        verificationMail(
          deps,
          person,
          await issueToken(deps, user.id, 'verify'),
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
