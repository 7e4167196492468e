import type { Device, SignedIn } from '@quorate/contract/session';
import { AppError } from '../../../app-error.ts';
import type { AccountDeps } from '../account.deps.ts';
import { verifyPassword } from '../passwords.ts';
import { type Origin, openSession } from '../sessions/open-session.ts';
import { findByLogin } from '../users.queries.ts';

type Credentials = {
  username_or_email: string;
  password: string;
  device?: Device | undefined;
};

/** @throws AppError invalid_credentials, or email_not_verified once the password is right */
export async function signIn(
  deps: AccountDeps,
  input: Credentials,
  origin: Origin,
): Promise<SignedIn> {
  const account = await findByLogin(deps.db, input.username_or_email);
  const matches = await verifyPassword(account?.password_hash, input.password);
  if (!account || !matches) throw new AppError('invalid_credentials');
  if (account.email_verified_at === null) throw new AppError('email_not_verified');
  return openSession(deps, account, { ...origin, device: input.device });
}
