import { randomInt } from 'node:crypto';
import { msg } from '@lingui/core/runtime-macro';
import { normalForm } from '@quorate/contract/fields';
import type { Locale } from '@quorate/contract/locales';
import type { Provider } from '@quorate/contract/providers';
import { usernameFault } from '@quorate/contract/usernames';
import type { UserId } from '@quorate/values/ids';
import { newId } from '../../../db/ids.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import { addressKeys, canonicalAddress, mailboxOf } from '../../../mail/address.ts';
import type { AccountDeps } from '../account.deps.ts';
import { noteAndNotify } from '../security/events.ts';
import type { Account } from '../sessions/open-session.ts';
import { insertUser, markVerified } from '../users.queries.ts';
import {
  EmailUnverifiedError,
  type Identity,
  PROVIDER_NAMES,
  ProviderRefusedError,
} from './provider.ts';

const ATTEMPTS = 10;

type Person = Identity & { provider: Provider };
type Settled = { account: Account; link: { email: string; how: keyof typeof WORDS } | null };

/**
 * Finds or makes the account of a person at a provider.
 *
 * A known person has theirs, whatever address they have by now. Anyone else is found by an address that
 * the provider has verified: the account that has proved to own it; one that never did, which is taken
 * out of the hands of whoever made it; or a new one.
 *
 * @param locale of a new account
 * @returns with a `link` when the person is not bound to the account yet
 * @throws EmailUnverifiedError, ProviderRefusedError, or AppError email_taken where an account under another
 * spelling of the address has its mailbox
 */
export async function settleAccount(
  deps: AccountDeps,
  person: Person,
  locale: Locale,
): Promise<Settled> {
  const { db, clock } = deps;
  const linked = await lockLinkedUser(db, person.provider, person.subject);
  if (linked) return { account: linked, link: null };
  if (!person.email?.trim()) throw new EmailUnverifiedError('the provider has verified no address');
  const email = canonicalAddress(person.email);
  if (email === null) throw new ProviderRefusedError('the provider names an address that is none');
  const nameOf = () => usernameFrom(person.name, email, deps.brand.name);
  let username = nameOf();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const now = new Date(clock.now());
    const known = await lockByEmail(db, email);
    if (known?.email_verified_at) return { account: known, link: { email, how: 'linked' } };
    if (known) {
      await clearUnproved(db, known.id, now);
      return { account: known, link: { email, how: 'proved' } };
    }
    await releaseMailbox(db, email);
    if (await isMailboxTaken(db, email)) {
      // By the same person, perhaps, who signs in twice at once: then the account is there by now.
      if (await lockByEmail(db, email)) continue;
      throw new AppError('email_taken');
    }
    const id = newId<UserId>();
    const user = { id, username, email, passwordHash: null, locale, createdAt: now };
    if (await insertUser(db, user)) {
      await markVerified(db, id, now);
      return {
        account: { id, username, email, role: 'user', locale },
        link: { email, how: 'made' },
      };
    }
    // The name is somebody's, or the address has become somebody's since it was looked for.
    username = anotherUsername(nameOf());
  }
  throw new Error(`no free username was found for a person of ${person.provider}`);
}

/** Binds a person at a provider to an account, and tells its owner. */
export async function bindPerson(
  deps: AccountDeps,
  account: Account,
  link: { provider: Provider; subject: string; email: string; how: keyof typeof WORDS },
  address: string,
): Promise<void> {
  const { provider, subject, email, how } = link;
  const name = PROVIDER_NAMES[provider];
  const now = new Date(deps.clock.now());
  await linkPerson(deps.db, { provider, subject, userId: account.id, email, now });
  await noteAndNotify(deps, account, {
    kind: 'provider_linked',
    about: name,
    address,
    subject:
      how === 'made'
        ? msg`Your account was made with ${{ provider: name }}`
        : msg`${{ provider: name }} was linked to your account`,
    what: WORDS[how](name, account.username),
  });
}

const WORDS = {
  linked: (provider: string) =>
    msg`Your account can be signed in to with ${{ provider }} from now on, because ${{ provider }} has verified this address as well.`,
  proved: (provider: string, username: string) =>
    msg`The account ${{ username }} had this address, and nobody had ever confirmed it. You have now, by signing in with ${{ provider }}. A password that may have been set before no longer counts.`,
  made: (provider: string, username: string) =>
    msg`You signed in with ${{ provider }} for the first time, so an account was made for you. Its username is ${{ username }}. It has no password; you can set one on its security page.`,
} as const;

/** Leaves room for a number, should the name be taken. */
const MAX = 26;
/** A provider may send a name of any length. */
const READ_MAX = 256;

/**
 * A username made from what a person is called elsewhere, within the rules of sign-up.
 *
 * @example usernameFrom('Amina Karimi', 'a.k@example.com', 'Quorate') // 'amina.karimi'
 */
export function usernameFrom(name: string, email: string, brandName: string): string {
  const candidates = [name, email.slice(0, email.indexOf('@'))].map(tidy);
  return candidates.find((candidate) => usernameFault(candidate, brandName) === null) ?? 'trader';
}

/** @example anotherUsername('amina.karimi') // 'amina.karimi4711' */
export function anotherUsername(username: string): string {
  return `${username}${randomInt(1_000, 1_000_000)}`;
}

function tidy(text: string): string {
  const allowed = normalForm(text, 'NFKC', READ_MAX)
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '.')
    .replace(/[^\p{L}\p{N}._-]/gu, '')
    .replace(/^[._-]+/, '');
  // By characters, so that none is cut in two.
  return Array.from(allowed)
    .slice(0, MAX)
    .join('')
    .replace(/[._-]+$/, '');
}

type Link = { provider: Provider; subject: string; userId: string; email: string; now: Date };

/** Whom a provider's person is here, held until the transaction ends; undefined for nobody yet. */
function lockLinkedUser(tx: Db, provider: Provider, subject: string) {
  return tx
    .selectFrom('provider_accounts')
    .innerJoin('users', 'users.id', 'provider_accounts.user_id')
    .select(['users.id', 'users.username', 'users.email', 'users.role', 'users.locale'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .forNoKeyUpdate(['users'])
    .executeTakeFirst();
}

/**
 * Holds the account until the transaction ends: whether it is verified must stay true meanwhile. By the very
 * address that the provider has verified, never by its mailbox: others may tell "a+b" and "a" apart.
 */
function lockByEmail(tx: Db, email: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'role', 'locale', 'email_verified_at'])
    .where('email_key', 'in', addressKeys(email))
    .orderBy('email_verified_at', 'asc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** The mailbox is no longer an account's that has never shown it can read there. */
async function releaseMailbox(tx: Db, email: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ mailbox_key: null })
    .where('mailbox_key', '=', mailboxOf(email))
    .where('email_verified_at', 'is', null)
    .execute();
}

/** Whether an account under another address has its mailbox. */
async function isMailboxTaken(tx: Db, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('mailbox_key', '=', mailboxOf(email))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * An account has one person of a provider: the one who shows up with its verified address takes the
 * place of the one before.
 */
async function linkPerson(tx: Db, link: Link): Promise<void> {
  const { provider, subject, userId: user_id, email, now: linked_at } = link;
  await tx
    .insertInto('provider_accounts')
    .values({ provider, subject, user_id, email, linked_at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'provider']).doUpdateSet({ subject, email, linked_at }),
    )
    .execute();
}

/** @returns the address of the link that was taken away; undefined without one */
export async function unlinkPerson(
  db: Db,
  userId: string,
  provider: Provider,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('provider_accounts')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/**
 * Takes an account out of the hands of whoever made it with an address that was never theirs: nothing
 * they may have set opens it any more.
 */
async function clearUnproved(tx: Db, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: null, email_verified_at: now })
    .where('id', '=', userId)
    .execute();
  for (const table of [
    'sessions',
    'challenges',
    'totp_secrets',
    'recovery_codes',
    'passkeys',
    'provider_accounts',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}
