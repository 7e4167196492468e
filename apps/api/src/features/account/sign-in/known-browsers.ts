import type { SignedIn } from '@quorate/contract/session';
import { DAY_MS } from '@quorate/values/instant';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import type { AccountDeps } from '../account.deps.ts';
import { hashToken, newSecret } from '../secrets.ts';
import { lockPasswordHash } from '../users.queries.ts';

type Deps = Pick<AccountDeps, 'db' | 'clock'>;

/** Also how long a row is kept. */
export const KNOWN_FOR_DAYS = 180;
/** More than anybody uses; the least recently used are forgotten. */
const BROWSERS_MAX = 50;

const COOKIE = 'known_browser';
/** The prefix keeps other hosts of the domain, and plain http, from setting one. */
const SECURE_COOKIE = `__Host-${COOKIE}`;
const SENT = new RegExp(`(?:^|;\\s*)(?:__Host-)?${COOKIE}=([\\w-]{43})(?=;|$)`);

/** The hash of the cookie that a browser was given at an earlier sign-in; null without one. */
export function browserHashOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  const token = cookieIn(request);
  return token === undefined ? null : hashToken(token);
}

/**
 * Whether an account knows a browser. The cookie opens nothing: guesses from there are counted apart, so that
 * nobody else's keep its owner out.
 *
 * @param sinceSignIn asks for one that has signed in, and not only set a password with a mailed link
 */
export async function knowsBrowser(
  { db, clock }: Deps,
  accountId: string,
  browserHash: string | null,
  { sinceSignIn = false } = {},
): Promise<boolean> {
  if (browserHash === null) return false;
  const row = await db
    .selectFrom('known_browsers')
    .select('signed_in_at')
    .where('user_id', '=', accountId)
    .where('token_hash', '=', browserHash)
    .where('last_used_at', '>', knownSince(clock.now()))
    .executeTakeFirst();
  return row !== undefined && (!sinceSignIn || row.signed_in_at !== null);
}

/**
 * What a call is counted under that does not say yet whose account it is about, apart from its address: a
 * browser that any account knows.
 */
export async function apartIfKnown(
  { db, clock }: Deps,
  browserHash: string | null,
): Promise<string | undefined> {
  if (browserHash === null) return undefined;
  const row = await db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('token_hash', '=', browserHash)
    .where('signed_in_at', 'is not', null)
    .where('last_used_at', '>', knownSince(clock.now()))
    .limit(1)
    .executeTakeFirst();
  return row && browserHash;
}

type Exchange = Readonly<{ request: FastifyRequest; reply: FastifyReply }>;

/**
 * Makes the browser that was signed in known to its account, and gives it the cookie. One that the account
 * does not know yet gets a new one, whatever it sent: a cookie that somebody planted is worth nothing. Bots
 * and desktop apps have none.
 */
export async function rememberBrowser(
  deps: AccountDeps,
  exchange: Exchange,
  signedIn: SignedIn,
): Promise<void> {
  await inTransaction(deps.db, async (db) => {
    if (!(await isOpen(db, signedIn))) return;
    const known = { userId: signedIn.user.id, sent: cookieIn(exchange.request), signedIn: true };
    giveCookie(deps, exchange, await remember({ ...deps, db }, known));
  });
}

/** The same for a browser that set a password with a mailed link: strangers guess on, and it has yet to be typed. */
export async function rememberResetIn(
  deps: AccountDeps,
  exchange: Exchange,
  userId: string,
): Promise<void> {
  await inTransaction(deps.db, async (db) => {
    if ((await lockPasswordHash(db, userId)) === undefined) return;
    const known = { userId, sent: cookieIn(exchange.request), signedIn: false };
    giveCookie(deps, exchange, await remember({ ...deps, db }, known));
  });
}

/** Forgets an account's browsers: a cookie that was copied counts no longer. */
export async function forgetBrowsers(
  db: Db,
  userId: string,
  exceptHash: string | null,
): Promise<void> {
  await db
    .deleteFrom('known_browsers')
    .where('user_id', '=', userId)
    .$if(exceptHash !== null, (query) => query.where('token_hash', '!=', exceptHash ?? ''))
    .execute();
}

async function remember(
  { db, clock }: Deps,
  { userId, sent, signedIn }: { userId: string; sent: string | undefined; signedIn: boolean },
): Promise<string> {
  const now = new Date(clock.now());
  if (sent !== undefined && (await knowsBrowser({ db, clock }, userId, hashToken(sent)))) {
    await db
      .updateTable('known_browsers')
      .set({ last_used_at: now, ...(signedIn && { signed_in_at: now }) })
      .where('user_id', '=', userId)
      .where('token_hash', '=', hashToken(sent))
      .execute();
    return sent;
  }
  const { token, tokenHash } = newSecret();
  // Others who use this browser are known by its new cookie from now on.
  if (sent !== undefined)
    await db
      .updateTable('known_browsers')
      .set({ token_hash: tokenHash })
      .where('user_id', '!=', userId)
      .where('token_hash', '=', hashToken(sent))
      .execute();
  const seen = { last_used_at: now, signed_in_at: signedIn ? now : null };
  await db
    .insertInto('known_browsers')
    .values({ user_id: userId, token_hash: tokenHash, ...seen })
    .execute();
  await forgetOldest(db, userId, now);
  return token;
}

/** Holds a browser's session to the end: whatever ends it, and forgets its browsers, comes after. */
async function isOpen(db: Db, { user, access_token }: SignedIn): Promise<boolean> {
  // The account before its sessions, as everywhere.
  await lockPasswordHash(db, user.id);
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', hashToken(access_token))
    .where('kind', '=', 'browser')
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

async function forgetOldest(db: Db, userId: string, now: Date): Promise<void> {
  const kept = db
    .selectFrom('known_browsers')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('last_used_at', '>', knownSince(now.getTime()))
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .limit(BROWSERS_MAX);
  await db
    .deleteFrom('known_browsers')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', kept)
    .execute();
}

function knownSince(now: number): Date {
  return new Date(now - KNOWN_FOR_DAYS * DAY_MS);
}

function cookieIn({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return SENT.exec(headers.cookie ?? '')?.[1];
}

function giveCookie({ publicUrl }: AccountDeps, { reply }: Exchange, token: string): void {
  const secure = publicUrl.startsWith('https://');
  const name = secure ? SECURE_COOKIE : COOKIE;
  const seconds = (KNOWN_FOR_DAYS * DAY_MS) / 1_000;
  const rest = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  void reply.header('set-cookie', `${name}=${token}; ${rest}`);
}
