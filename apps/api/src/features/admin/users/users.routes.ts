import { msg, plural } from '@lingui/core/runtime-macro';
import {
  endUserSessions,
  getUser,
  givePlan as givePlanCall,
  listUserBots,
  listUserEvents,
  listUserPayments,
  listUserSubscriptions,
  listUsers as listUsersCall,
  type PlanStanding,
  resendUserVerification,
} from '@quorate/contract/admin-users';
import type { Brand } from '@quorate/contract/brand';
import type { PlanName } from '@quorate/contract/plans';
import { idOf, type UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import { AppError, validationError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { composeLetter, type Reader, readerOf } from '../../../mail/letter.ts';
import type { Mail } from '../../../mail/mail.ts';
import { queueMail } from '../../../mail/outbox.ts';
import { momentWords } from '../../../words/figures.ts';
import type { I18n } from '../../../words/i18n.ts';
import { requestMail } from '../../account/mail-requests.ts';
import { securityEvents } from '../../account/security/overview.service.ts';
import { endSessionsOf } from '../../account/sessions/own-sessions.service.ts';
import { forgetBrowsers } from '../../account/sign-in/known-browsers.ts';
import { readEntitlements } from '../../billing/entitlements/entitlements.queries.ts';
import { listPayments } from '../../billing/subscription/payments.service.ts';
import { type Caller, noteAction, type Operator, operatorOf } from '../audit/note-action.ts';
import { expectAccount, listBots, listSubscriptions, readAccount } from './account.service.ts';
import { listUsers, standingOf, type UsersDeps } from './users-list.ts';

export function registerUsers(route: Route, deps: UsersDeps): void {
  /** Whatever part of an account is read, the audit log has it. */
  const lookAt = async (userId: string, caller: Caller) => {
    const account = await expectAccount(deps, userId);
    await noteLook(deps, operatorOf(caller), account.id);
    return { account, id: idOf<UserId>(account.id) };
  };

  route(listUsersCall, async ({ query }) => ({
    success: true,
    ...(await listUsers(deps, query)),
  }));

  route(getUser, async ({ params }, caller) => {
    const { account } = await lookAt(params.user_id, caller);
    return { success: true, account: await readAccount(deps, account) };
  });

  route(listUserSubscriptions, async ({ params, query }, caller) => {
    const { id } = await lookAt(params.user_id, caller);
    return { success: true, ...(await listSubscriptions(deps, id, query)) };
  });

  route(listUserPayments, async ({ params, query }, caller) => {
    const { id } = await lookAt(params.user_id, caller);
    return { success: true, ...(await listPayments(deps.db, id, query)) };
  });

  route(listUserBots, async ({ params, query }, caller) => {
    const { id } = await lookAt(params.user_id, caller);
    return { success: true, ...(await listBots(deps, id, query)) };
  });

  route(listUserEvents, async ({ params, query }, caller) => {
    const { id } = await lookAt(params.user_id, caller);
    return { success: true, ...(await securityEvents(deps, id, query)) };
  });

  route(givePlanCall, async ({ params, body }, caller) => ({
    success: true,
    ...(await givePlan({ ...deps, i18n: caller.i18n }, operatorOf(caller), params.user_id, body)),
  }));

  route(endUserSessions, async ({ params, body }, caller) => {
    const operator = operatorOf(caller);
    const sessions_ended = await endSessions(deps, operator, params.user_id, body.reason);
    return { success: true, message: endedWords(caller.i18n, sessions_ended), sessions_ended };
  });

  route(resendUserVerification, async ({ params, body }, caller) => {
    await resendVerification(deps, operatorOf(caller), params.user_id, body.reason);
    return {
      success: true,
      message: caller.i18n.t(
        msg`The link is on its way, unless one was mailed within the last minute.`,
      ),
    };
  });
}

function endedWords({ t }: I18n, ended: number): string {
  return t(
    msg`${plural({ ended }, { 0: 'Nobody was signed in.', one: 'One session was ended.', other: '# sessions were ended.' })}`,
  );
}

/** How long one line of the audit log stands for an operator's looks at an account. */
const LOOK_MINUTES = 15;

/** Writes down that an operator looked at an account, once for looks that follow each other closely. */
async function noteLook(
  { db, clock }: Pick<UsersDeps, 'db' | 'clock'>,
  operator: Operator,
  userId: string,
): Promise<void> {
  const since = new Date(clock.now() - LOOK_MINUTES * 60_000);
  if (await lookedSince(db, operator.id, userId, since)) return;
  await db.transaction().execute(async (tx) => {
    // Looks of one operator at one account wait for each other until the transaction ends.
    const key = `look ${operator.id} ${userId}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
    if (await lookedSince(tx, operator.id, userId, since)) return;
    const subject = { kind: 'user', id: userId };
    await noteAction(tx, clock, operator, { action: 'account_looked_at', subject });
  });
}

/** Whether an operator's look at an account stands in the log already. */
async function lookedSince(
  db: Db,
  operatorId: string,
  userId: string,
  since: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('operator_actions')
    .select('id')
    .where('subject_kind', '=', 'user')
    .where('subject_id', '=', userId)
    .where('at', '>', since)
    .where('operator_id', '=', operatorId)
    .where('action', '=', 'account_looked_at')
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Asks for the mail that verifies an address. However often it is asked for, an address is mailed at most
 * once a minute.
 *
 * @throws AppError account_unknown or already_verified
 */
async function resendVerification(
  deps: UsersDeps,
  operator: Operator,
  accountId: string,
  reason: string,
): Promise<void> {
  const { db, clock } = deps;
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account.email_verified_at !== null) throw new AppError('already_verified');
    await requestMail(
      { db: tx, clock },
      { purpose: 'verify', asked_for: account.email, username: null },
    );
    await noteAction(tx, clock, operator, {
      action: 'verification_resent',
      subject: { kind: 'user', id: account.id },
      details: { reason },
    });
  });
}

/**
 * Signs an account out everywhere and tells its user. Where nobody is signed in nothing is done.
 *
 * @returns how many sessions it ended
 * @throws AppError account_unknown
 */
async function endSessions(
  deps: UsersDeps,
  operator: Operator,
  accountId: string,
  reason: string,
): Promise<number> {
  const { db, clock } = deps;
  return db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    await forgetBrowsers(tx, account.id, null);
    const ended = await endSessionsOf({ db: tx, clock }, account.id, {
      except: null,
      devices: true,
      address: null,
    });
    if (ended === 0) return 0;
    await noteAction(tx, clock, operator, {
      action: 'sessions_ended',
      subject: { kind: 'user', id: account.id },
      details: { sessions: ended, reason },
    });
    const mail = signedOutMail(deps, readerOf(account), ended);
    await queueMail(tx, clock, { ...mail, about: account.id });
    return ended;
  });
}

type Gift = Readonly<{ plan_name: PlanName; until: string | null; reason: string }>;

/**
 * Gives an account a plan, or takes the given one back; the next call of that account is judged by it. Sent
 * again it changes nothing, and neither the audit log nor the user hears of it twice.
 *
 * @throws AppError account_unknown; validation_failed for a moment that is past
 */
async function givePlan(
  deps: UsersDeps & Readonly<{ i18n: I18n }>,
  operator: Operator,
  accountId: string,
  { plan_name: plan, until: untilText, reason }: Gift,
): Promise<{ message: string; standing: PlanStanding }> {
  const { db, clock, i18n } = deps;
  const until = untilText === null ? null : new Date(untilText);
  if (until !== null && until.getTime() <= clock.now())
    throw validationError([{ field: 'until', message: 'must be later than now' }]);
  return db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const { given_plan, given_until, username } = account;
    const changed = given_plan !== plan || given_until?.getTime() !== until?.getTime();
    if (changed) {
      await tx
        .updateTable('users')
        .set({ given_plan: plan, given_until: until })
        .where('id', '=', account.id)
        .execute();
      await noteAction(tx, clock, operator, {
        action: 'plan_given',
        subject: { kind: 'user', id: account.id },
        details: {
          plan,
          until: untilText,
          was: given_plan,
          was_until: given_until?.toISOString() ?? null,
          reason,
        },
      });
      // One that has ended by itself ends no second time.
      const isOver = given_until !== null && given_until.getTime() <= clock.now();
      if (plan !== 'Free' || !isOver)
        await queueMail(tx, clock, {
          ...givenPlanMail(deps, readerOf(account), { plan, until }),
          about: account.id,
        });
    }
    const entitled = await readEntitlements({ db: tx, clock }, idOf<UserId>(account.id));
    const words = wordsFor(i18n, username, { plan, until });
    return {
      message: changed ? words : `${words} ${i18n.t(msg`That was so already.`)}`,
      standing: standingOf(entitled, until),
    };
  });
}

function wordsFor(i18n: I18n, username: string, { plan, until }: Given): string {
  const { t } = i18n;
  if (plan === 'Free') return t(msg`${{ username }} is given no plan.`);
  return until
    ? t(msg`${{ username }} is given ${{ plan }} until ${{ moment: momentWords(i18n, until) }}.`)
    : t(msg`${{ username }} is given ${{ plan }} until it is changed.`);
}

/**
 * The account, held until the transaction ends: two operators change it one after the other.
 *
 * @throws AppError account_unknown
 */
function lockAccount(tx: Db, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'locale', 'email_verified_at', 'given_plan', 'given_until'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(
      () => new AppError('account_unknown', { details: { user_id: userId } }),
    );
}

type Sender = Readonly<{ brand: Brand; publicUrl: string }>;
type Given = Readonly<{ plan: PlanName; until: Date | null }>;

/** That a plan was given, or is given no more. */
export function givenPlanMail(
  { brand, publicUrl }: Sender,
  reader: Reader,
  { plan, until }: Given,
): Mail {
  const { username, i18n } = reader;
  const { t } = i18n;
  const letter = {
    action: { label: t(msg`Look at your plan`), url: `${publicUrl}/dashboard` },
    note: t(msg`If you have a question about it, write to ${{ support: brand.supportEmail }}.`),
  };
  const hello = t(msg`Hello ${{ username }},`);
  if (plan === 'Free')
    return composeLetter(brand, reader, {
      ...letter,
      subject: t(msg`Your given ${{ brand: brand.name }} plan has ended`),
      paragraphs: [
        hello,
        t(
          msg`a plan that was given to you is given no more. What you pay for yourself stays as it is.`,
        ),
      ],
    });
  return composeLetter(brand, reader, {
    ...letter,
    subject: t(msg`You have the ${{ plan }} plan`),
    paragraphs: [
      hello,
      until
        ? t(
            msg`the ${{ plan }} plan was given to you until ${{ moment: momentWords(i18n, until) }}. Nothing is charged for it, and what you pay for yourself stays as it is.`,
          )
        : t(
            msg`the ${{ plan }} plan was given to you until further notice. Nothing is charged for it, and what you pay for yourself stays as it is.`,
          ),
    ],
  });
}

/** That an operator signed everybody out. */
export function signedOutMail({ brand, publicUrl }: Sender, reader: Reader, ended: number): Mail {
  const { t } = reader.i18n;
  return composeLetter(brand, reader, {
    subject: t(msg`You were signed out everywhere`),
    paragraphs: [
      t(msg`Hello ${{ username: reader.username }},`),
      t(
        msg`we ended ${plural({ ended }, { one: 'one session', other: '# sessions' })} of your account. Browsers, bots and desktop apps have to sign in again. Positions that are open stay open in your terminal with their stop loss.`,
      ),
    ],
    action: { label: t(msg`Sign in`), url: `${publicUrl}/login` },
    note: t(
      msg`If you did not ask for it, write to ${{ support: brand.supportEmail }}: we did it for the safety of your account.`,
    ),
  });
}
