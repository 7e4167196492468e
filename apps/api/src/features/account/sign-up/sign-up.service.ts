import type { UserId } from '@quorate/values/ids';
import { newId } from '../../../ids.ts';
import { queueMail } from '../../../mail/outbox.ts';
import type { AccountDeps } from '../account.deps.ts';
import { sendVerification } from '../mailed-links.ts';
import { addressTakenMail, usernameTakenMail } from '../mails.ts';
import { hashPassword, verifyPassword } from '../passwords.ts';
import { findByEmail, insertUser } from '../users.queries.ts';

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
