import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/runtime-macro';
import { type ChosenPlan, chosenPlan } from '@quorate/contract/account';
import type { Brand } from '@quorate/contract/brand';
import { type Locale, locale, USUAL_LOCALE } from '@quorate/contract/locales';
import type { MailRequestId } from '@quorate/values/ids';
import { HOUR_MS, MINUTE_MS } from '@quorate/values/instant';
import { z } from 'zod';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import { countWithin, perHour, type RateLimit } from '../../http/rate-limit.ts';
import { mailboxOf } from '../../mail/address.ts';
import { composeLetter, readerOf } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mail.ts';
import { mayMail } from '../../mail/mail-limit.ts';
import { queueMail } from '../../mail/outbox.ts';
import type { Clock } from '../../process/clock.ts';
import { endTask, queueTask, runTasks } from '../../process/tasks.ts';
import type { AccountDeps } from './account.deps.ts';
import { issueChallenge } from './challenges.ts';
import { accountKey, findByEmail, findByLogin } from './users.queries.ts';

/** What somebody asked to be mailed, before anybody looks whether they have an account. */
const mailRequest = z.object({
  purpose: z.enum(['verify', 'reset', 'sign_up', 'address_taken', 'username_taken']),
  /** An e-mail address; for `verify` whatever was typed, a username too. */
  asked_for: z.string(),
  /** For `username_taken` the name that was asked for, for `sign_up` the plan that was chosen. */
  username: z.string().nullable(),
  /** In which language it was asked for; null: in none that we have. */
  locale: locale.nullable().default(null),
});
type MailRequest = z.output<typeof mailRequest>;
export type MailPurpose = MailRequest['purpose'];

/** Whoever asked has asked again by then, and a mail that comes so late only confuses. */
const STALE_MS = HOUR_MS;

/** Mails that may be asked for from one address, of all kinds together. */
export function linkRequests({ limits }: Pick<AccountDeps, 'limits'>): RateLimit {
  return perHour('link-request', limits.linkRequests, (limit) => msg`${{ limit }} mails an hour`);
}

/** One statement, the same whoever is asked about: a job finds out afterwards. */
export function requestMail(
  { db, clock }: { db: Db; clock: Clock },
  request: z.input<typeof mailRequest>,
): Promise<void> {
  return queueTask(db, clock, {
    kind: 'mail_request',
    subject: newId<MailRequestId>(),
    // JSON in the database takes no half of a sign.
    payload: { ...request, asked_for: request.asked_for.toWellFormed() },
    expiresAt: new Date(clock.now() + STALE_MS),
  });
}

/** A chosen plan as a request keeps it. @example planText({ plan: 'Pro', billing: 'yearly' }) // 'Pro yearly' */
export function planText({ plan, billing }: ChosenPlan): string {
  return `${plan} ${billing}`;
}

/** @returns null unless the text names a plan that is sold */
function readPlanText(text: string | null): ChosenPlan | null {
  const [plan, billing] = text?.split(' ') ?? [];
  return chosenPlan.safeParse({ plan, billing }).data ?? null;
}

type AnswerDeps = Pick<AccountDeps, 'db' | 'clock' | 'brand' | 'publicUrl' | 'limits'>;

const BATCH = 200;

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
    const stranger = { email: asked_for, locale: request.locale ?? USUAL_LOCALE };
    return mailOnce(deps, purpose, stranger, () => usernameTaken(deps.brand, username));
  }
  // Whoever confirms an address waits for the mail on the page where it was asked for.
  const asker = { ...user, locale: request.locale ?? user.locale };
  switch (purpose) {
    case 'username_taken':
      // The same form sent twice at once: the other one made the account and has its mail.
      if (username !== null && accountKey(username) === user.username_key) return;
      return mailOnce(deps, 'address_taken', user, () => addressTaken(deps.brand));
    case 'address_taken':
      return mailOnce(deps, purpose, user, () => addressTaken(deps.brand));
    case 'reset':
      return mailOnce(deps, purpose, user, async () => {
        const { token } = await issueChallenge(deps, 'reset', { userId: user.id });
        return resetLetter(deps.brand, token);
      });
    case 'sign_up':
    case 'verify':
      if (user.email_verified_at !== null) return;
      return mailOnce(deps, purpose, asker, async () => {
        const { token } = await issueChallenge(deps, 'verify', { userId: user.id });
        return verificationLetter(
          deps.brand,
          token,
          readPlanText(purpose === 'sign_up' ? username : null),
        );
      });
  }
}

/** What follows the greeting. */
export type AskedLetter = {
  subject: MessageDescriptor;
  paragraphs: readonly MessageDescriptor[];
  action: { label: MessageDescriptor; path: string };
  note: MessageDescriptor;
};

type Addressee = { id?: string; username?: string; email: string; locale: Locale };

/** A mail of a kind goes to a mailbox once a minute, and a few of all kinds an hour, whoever asks for them. */
async function mailOnce(
  deps: AnswerDeps,
  purpose: MailPurpose,
  { id, username, email: to, locale }: Addressee,
  compose: () => AskedLetter | Promise<AskedLetter>,
): Promise<void> {
  const perMinute = { what: `mail-${purpose}-minute`, limit: 1, windowMs: MINUTE_MS };
  if (!(await countWithin(deps, perMinute, mailboxOf(to)))) return;
  if (!(await mayMail(deps, to, purpose === 'address_taken' ? 'news' : 'link'))) return;
  const mail = letterTo(deps, { email: to, username, locale }, await compose());
  const about = id === undefined ? {} : { about: id };
  await queueMail(deps.db, deps.clock, { ...mail, awaited: true, ...about });
}

export function letterTo(
  { brand, publicUrl }: Pick<AnswerDeps, 'brand' | 'publicUrl'>,
  { email, username, locale }: Omit<Addressee, 'id'>,
  { subject, paragraphs, action, note }: AskedLetter,
  { i18n } = readerOf({ email, username: username ?? '', locale }),
): Mail {
  const { t } = i18n;
  const hello = username === undefined ? msg`Hello,` : msg`Hello ${{ username }},`;
  return composeLetter(
    brand,
    { email, i18n },
    {
      subject: t(subject),
      paragraphs: [hello, ...paragraphs].map(t),
      // Built on PUBLIC_URL, never on the Host header of the request that asked for it.
      action: { label: t(action.label), url: publicUrl + action.path },
      note: t(note),
    },
  );
}

export function verificationLetter(
  brand: Brand,
  token: string,
  chosen: ChosenPlan | null,
): AskedLetter {
  // The link may be opened where nobody has chosen a plan.
  const plan = chosen ? `&plan=${chosen.plan}&billing=${chosen.billing}` : '';
  return {
    subject: msg`Confirm your email for ${{ brand: brand.name }}`,
    paragraphs: [msg`please confirm that this address is yours. Then you can sign in.`],
    action: { label: msg`Confirm email`, path: `/verify-email?token=${token}${plan}` },
    note: msg`The link works once, within 24 hours. If you did not sign up, ignore this mail and do not follow the link.`,
  };
}

export function resetLetter(brand: Brand, token: string): AskedLetter {
  return {
    subject: msg`Set a new password for ${{ brand: brand.name }}`,
    paragraphs: [msg`someone asked for a new password for your account.`],
    action: { label: msg`Set a new password`, path: `/reset-password?token=${token}` },
    note: msg`The link works once, within 30 minutes, and signs you out everywhere. If it was not you, ignore this mail: your password stays as it is.`,
  };
}

/** The sign-up page says the same whether or not an address is known; its owner learns the rest here. */
export function addressTaken(brand: Brand): AskedLetter {
  return {
    subject: msg`You already have an account with ${{ brand: brand.name }}`,
    paragraphs: [
      msg`someone signed up with this address, which already has an account. Nothing was changed.`,
      msg`If it was you, sign in with the password you chose before, or set a new one.`,
    ],
    action: { label: msg`Set a new password`, path: '/forgot-password' },
    note: msg`If it was not you, there is nothing to do.`,
  };
}

export function usernameTaken(brand: Brand, username: string): AskedLetter {
  return {
    subject: msg`Choose another username for ${{ brand: brand.name }}`,
    paragraphs: [
      msg`you signed up as "${{ username }}", but that username belongs to someone else, so no account was made.`,
      msg`Please sign up again with another username.`,
    ],
    action: { label: msg`Sign up`, path: '/signup' },
    note: msg`If you did not sign up, ignore this mail.`,
  };
}
