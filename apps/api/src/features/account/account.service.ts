import type { Brand } from '@quorate/contract/brand';
import type { UserId } from '@quorate/values/ids';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { newId } from '../../ids.ts';
import { queueMail } from '../../mail/outbox.ts';
import {
  addressTakenMail,
  resetMail,
  usernameTakenMail,
  verificationMail,
} from './account.mails.ts';
import {
  deleteEmailTokens,
  deleteSessionsOf,
  findByEmail,
  findByLogin,
  findEmailToken,
  insertEmailToken,
  insertUser,
  markVerified,
  setPassword,
  useEmailToken,
} from './account.queries.ts';
import { hashPassword, hashToken, newSecret, verifyPassword } from './secrets.ts';

export type AccountDeps = { db: Db; clock: Clock; brand: Brand; publicUrl: string };

const HOUR_MS = 3_600_000;
const LIFETIME_MS = { verify: 24 * HOUR_MS, reset: HOUR_MS / 2 } as const;

type SignupInput = { username: string; email: string; password: string };

/**
 * Creates an unverified account. A taken username or address is told to the address alone: whoever
 * fills the form in learns nothing about other people's accounts.
 */
export async function signUp(deps: AccountDeps, input: SignupInput): Promise<void> {
  const { db, clock } = deps;
  const existing = await findByEmail(db, input.email);
  // Both are done in every case, so that the answer takes as long whichever it is.
  const passwordHash = await hashPassword(input.password);
  const isOwner = await verifyPassword(existing?.password_hash, input.password);
  const user = { id: newId<UserId>(), ...input, passwordHash, createdAt: new Date(clock.now()) };

  await db.transaction().execute(async (tx) => {
    if (await insertUser(tx, user)) {
      await sendVerification(
        { ...deps, db: tx },
        { id: user.id, username: user.username, email: user.email },
      );
      return;
    }
    const owner = await findByEmail(tx, input.email);
    if (!owner) {
      await queueMail(
        tx,
        clock,
        usernameTakenMail(deps, { to: input.email, username: input.username }),
      );
    } else if (
      owner.email_verified_at === null &&
      (existing ? isOwner : await verifyPassword(owner.password_hash, input.password))
    ) {
      // The same form sent twice, at once or later, or by someone who lost the first mail.
      await sendVerification({ ...deps, db: tx }, owner);
    } else {
      await queueMail(
        tx,
        clock,
        addressTakenMail(deps, { to: owner.email, username: owner.username }),
      );
    }
  });
}

/** @throws AppError verification_invalid, verification_expired or already_verified */
export async function verifyEmail(deps: AccountDeps, token: string): Promise<void> {
  const { db, clock } = deps;
  const now = new Date(clock.now());
  const tokenHash = hashToken(token);
  const used = await db.transaction().execute(async (tx) => {
    const userId = await useEmailToken(tx, { tokenHash, purpose: 'verify', now });
    if (userId !== undefined) await markVerified(tx, userId, now);
    return userId !== undefined;
  });
  if (used) return;
  const known = await findEmailToken(db, tokenHash, 'verify');
  if (known?.email_verified_at) throw new AppError('already_verified');
  throw new AppError(known ? 'verification_expired' : 'verification_invalid');
}

/** Mails a new link if an unverified account waits for one; says nothing either way. */
export async function resendVerification(
  deps: AccountDeps,
  usernameOrEmail: string,
): Promise<void> {
  const user = await findByLogin(deps.db, usernameOrEmail);
  if (!user || user.email_verified_at !== null) return;
  await deps.db.transaction().execute((tx) => sendVerification({ ...deps, db: tx }, user));
}

/** Mails a reset link if the account exists; says nothing either way. */
export async function forgotPassword(deps: AccountDeps, email: string): Promise<void> {
  const user = await findByEmail(deps.db, email);
  if (!user) return;
  await deps.db.transaction().execute(async (tx) => {
    const token = await issueToken({ ...deps, db: tx }, user.id, 'reset');
    await queueMail(
      tx,
      deps.clock,
      resetMail(deps, { to: user.email, username: user.username }, token),
    );
  });
}

/**
 * Sets a new password and ends every session. Whoever holds the mailed link owns the address, so it is
 * verified by it as well.
 *
 * @throws AppError reset_token_invalid
 */
export async function resetPassword(
  deps: AccountDeps,
  input: { token: string; password: string },
): Promise<void> {
  const { db, clock } = deps;
  const passwordHash = await hashPassword(input.password);
  const now = new Date(clock.now());
  await db.transaction().execute(async (tx) => {
    const userId = await useEmailToken(tx, {
      tokenHash: hashToken(input.token),
      purpose: 'reset',
      now,
    });
    if (userId === undefined) throw new AppError('reset_token_invalid');
    await setPassword(tx, userId, passwordHash);
    await markVerified(tx, userId, now);
    await deleteSessionsOf(tx, userId);
    await deleteEmailTokens(tx, userId, 'reset');
  });
}

async function sendVerification(
  deps: AccountDeps,
  user: { id: string; username: string; email: string },
): Promise<void> {
  const token = await issueToken(deps, user.id, 'verify');
  await queueMail(
    deps.db,
    deps.clock,
    verificationMail(deps, { to: user.email, username: user.username }, token),
  );
}

async function issueToken(
  deps: AccountDeps,
  userId: string,
  purpose: 'verify' | 'reset',
): Promise<string> {
  const { token, tokenHash } = newSecret();
  const now = new Date(deps.clock.now());
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose]);
  await insertEmailToken(deps.db, { tokenHash, userId, purpose, now, expiresAt });
  return token;
}
