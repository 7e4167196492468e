import { AppError } from '../../../http/app-error.ts';
import type { AccountDeps } from '../account.deps.ts';
import { findPasskey, notePasskeyUse } from './passkeys.queries.ts';
import { readAssertion } from './relying-party.ts';
import { type AuthenticationJson, refusing } from './webauthn-json.ts';

type Use = Readonly<{
  passkeyId: string;
  name: string;
  userId: string;
  signCount: number;
  synced: boolean;
}>;

/**
 * Checks that one of our passkeys answered a challenge which is used up already.
 *
 * @param expected.userId whose passkey it must be; null when the passkey is to tell
 * @throws AppError passkey_refused, whatever is wrong
 */
export async function judgePasskey(
  deps: AccountDeps,
  response: AuthenticationJson,
  expected: { challenge: string; userId: string | null },
): Promise<Use> {
  const row = await findPasskey(deps.db, response.id);
  if (!row || (expected.userId !== null && row.user_id !== expected.userId))
    throw new AppError('passkey_refused');
  const { userHandle } = response.response;
  const handle = userHandle ? Buffer.from(userHandle, 'base64url').toString() : null;
  // A browser that was given no account to sign in must name the passkey's (WebAuthn, section 7.2).
  const handleFits = handle === null ? expected.userId !== null : handle === row.user_id;
  if (!handleFits) throw new AppError('passkey_refused');
  const { signCount, synced } = await refusing(() =>
    readAssertion(deps, expected.challenge, response, {
      id: row.credential_id,
      publicKey: Uint8Array.from(Buffer.from(row.public_key, 'base64url')),
      counter: row.sign_count,
      transports: row.transports,
    }),
  );
  return { passkeyId: row.id, name: row.name, userId: row.user_id, signCount, synced };
}

/**
 * Writes the use down, in the transaction of what it was used for.
 *
 * @throws AppError passkey_refused when the passkey was removed meanwhile or its count has not gone up
 */
export async function takeUse(deps: Pick<AccountDeps, 'db' | 'clock'>, use: Use): Promise<void> {
  const { passkeyId: id, signCount, synced } = use;
  const noted = await notePasskeyUse(deps.db, {
    id,
    signCount,
    synced,
    now: new Date(deps.clock.now()),
  });
  if (!noted) throw new AppError('passkey_refused');
}
