import { msg } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import { cancelEmailChange, changeEmail } from '@quorate/contract/security';
import { AppError, validationError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst, perHour } from '../../../http/rate-limit.ts';
import { expectAddress, mailboxOf } from '../../../mail/address.ts';
import { composeLetter, type Reader, readerOf } from '../../../mail/letter.ts';
import type { Mail } from '../../../mail/mail.ts';
import { mayMail } from '../../../mail/mail-limit.ts';
import { queueMail } from '../../../mail/outbox.ts';
import type { AccountDeps } from '../account.deps.ts';
import { endChallenges, findChallenge, replaceChallenge, takeChallenge } from '../challenges.ts';
import { findByEmail, findById } from '../users.queries.ts';
import { noteAndNotify, noticeMail } from './events.ts';

export function registerEmailChange(route: Route, deps: AccountDeps): void {
  const perUser = perHour(
    'change-email',
    deps.limits.addressChanges,
    (limit) => msg`${{ limit }} new addresses an hour`,
  );

  // Where another account has the address, all of it is the same but for what that address is mailed: the answer
  // tells nobody who has an account.
  route(changeEmail, async ({ body }, { user, request, i18n }) => {
    await countAgainst(deps, perUser, user.id);
    const { clock } = deps;
    const newEmail = expectAddress(body.email);
    if (newEmail === user.email.toLowerCase())
      throw validationError([
        { field: 'email', message: msg`This is the address of your account` },
      ]);
    await deps.db.transaction().execute(async (tx) => {
      const inside = { ...deps, db: tx };
      // One address waits at a time: the newest wish counts.
      const waits = { userId: user.id, newEmail };
      const { token } = await replaceChallenge(inside, 'change_email', waits);
      const found = await findByEmail(tx, newEmail);
      const holder = found?.id === user.id ? undefined : found;
      const mail = holder
        ? addressWantedMail(deps, readerOf(holder))
        : newAddressMail(deps, { ...readerOf(user), email: newEmail }, token);
      if (await mayMail(inside, mail.to, holder ? 'news' : 'link'))
        await queueMail(tx, clock, { ...mail, awaited: true, about: holder?.id ?? user.id });
      const notice = noticeMail(deps, readerOf(user), {
        subject: msg`A new address was given for your account`,
        what: msg`Someone who is signed in to your account wants it to have the address ${{ newEmail }}. It keeps this one until the link that was mailed there is opened.`,
        when: new Date(clock.now()),
        address: request.ip,
      });
      await queueMail(tx, clock, { ...notice, about: user.id });
    });
    return {
      success: true,
      message: i18n.t(
        msg`Open the link that is on its way to the new address. Until then the old one stays.`,
      ),
    };
  });

  route(cancelEmailChange, async (_input, { user, i18n }) => {
    await endChallenges(deps.db, user.id, ['change_email']);
    return { success: true, message: i18n.t(msg`Your address stays as it is.`) };
  });
}

/**
 * Gives an account its new address with the mailed link; nobody is signed in or out by it. Links that
 * lie in the old mailbox end.
 *
 * @returns false when this is no link of a change of address
 * @throws AppError email_taken, already_verified or verification_expired
 */
export async function confirmNewEmail(
  deps: AccountDeps,
  token: string,
  address: string,
): Promise<boolean> {
  const changed = await deps.db
    .transaction()
    .execute((tx) => applyNewEmail({ ...deps, db: tx }, token, address))
    .catch((error: unknown) => {
      // Two accounts may ask for one address; whoever opens the link first has it.
      if (isUniqueViolation(error)) throw new AppError('email_taken', { cause: error });
      throw error;
    });
  if (changed) return true;
  const link = await findChallenge(deps, 'change_email', token);
  if (!link) return false;
  throw new AppError(link.used_at ? 'already_verified' : 'verification_expired');
}

async function applyNewEmail(deps: AccountDeps, token: string, address: string): Promise<boolean> {
  const { db, clock } = deps;
  const link = await takeChallenge(deps, 'change_email', token);
  if (!link?.user_id || !link.new_email) return false;
  const account = await findById(db, link.user_id);
  if (!account) return false;
  const email = link.new_email;
  const email_verified_at = new Date(clock.now());
  await db
    .updateTable('users')
    .set({ email, email_key: email, mailbox_key: mailboxOf(email), email_verified_at })
    .where('id', '=', account.id)
    .execute();
  // They were mailed to an address which is no longer the account's.
  await endChallenges(db, account.id, ['verify', 'reset']);
  // To the old address: whoever read along there for the owner has to know.
  await noteAndNotify(deps, account, {
    kind: 'email_changed',
    about: email,
    address,
    subject: msg`The address of your account was changed`,
    what: msg`Your account has the address ${{ email }} now. This is the last mail to ${{ old: account.email }}.`,
  });
  return true;
}

type Sender = { brand: Brand; publicUrl: string };

export function newAddressMail({ brand, publicUrl }: Sender, reader: Reader, token: string): Mail {
  const { t } = reader.i18n;
  return composeLetter(brand, reader, {
    subject: t(msg`Confirm your new address for ${{ brand: brand.name }}`),
    paragraphs: [
      t(msg`Hello ${{ username: reader.username }},`),
      t(
        msg`please confirm that this address is yours. Then your ${{ brand: brand.name }} account has it instead of the old one.`,
      ),
    ],
    action: {
      label: t(msg`Confirm new address`),
      url: `${publicUrl}/verify-email?token=${token}`,
    },
    note: t(
      msg`The link works once, within 24 hours. If you did not ask for it, ignore this mail and do not follow the link.`,
    ),
  });
}

/** Somebody gave an address that has an account of its own; only its owner is told. */
export function addressWantedMail({ brand, publicUrl }: Sender, reader: Reader): Mail {
  const { t } = reader.i18n;
  return composeLetter(brand, reader, {
    subject: t(msg`Your address was given for another ${{ brand: brand.name }} account`),
    paragraphs: [
      t(msg`Hello ${{ username: reader.username }},`),
      t(
        msg`someone wanted another account to have this address, which already has an account: yours. Nothing was changed.`,
      ),
      t(
        msg`If it was you, delete one of the two accounts first, or give the other one a different address.`,
      ),
    ],
    action: { label: t(msg`Sign in`), url: `${publicUrl}/login` },
    note: t(msg`If it was not you, there is nothing to do.`),
  });
}

const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because a row with the same key is there; both databases say it alike. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}
