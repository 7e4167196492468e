import { PASSKEYS_MAX } from '@quorate/contract/second-factors';
import type { PasskeyId } from '@quorate/values/ids';
import { newId } from '../../../db/ids.ts';
import { AppError } from '../../../http/app-error.ts';
import type { AccountDeps } from '../account.deps.ts';
import { insertChallenge, takeChallenge } from '../second-factors/challenges.queries.ts';
import { hashToken, newSecret } from '../secrets.ts';
import { noteAndNotify } from '../security/notify.ts';
import { markConfirmed } from '../security/security.queries.ts';
import { lockWaysIn } from '../security/ways-in.ts';
import type { Origin } from '../sessions/open-session.ts';
import { deletePasskey, insertPasskey, listPasskeys } from './passkeys.queries.ts';
import {
  CEREMONY_MS,
  type NewPasskey,
  readNewPasskey,
  registrationOptions,
} from './relying-party.ts';
import { refusing, registrationFrom } from './webauthn-json.ts';

type Owner = { id: string; username: string; email: string };

/** @throws AppError passkey_limit_reached */
export async function startPasskey(
  deps: AccountDeps,
  owner: Owner,
): Promise<Awaited<ReturnType<typeof registrationOptions>>> {
  const existing = await listPasskeys(deps.db, owner.id);
  if (existing.length >= PASSKEYS_MAX) throw limitReached();
  const { token, tokenHash } = newSecret();
  const now = deps.clock.now();
  await insertChallenge(deps.db, {
    tokenHash,
    purpose: 'passkey_new',
    userId: owner.id,
    data: {},
    now: new Date(now),
    expiresAt: new Date(now + CEREMONY_MS),
  });
  const known = existing.map((row) => ({ id: row.credential_id, transports: row.transports }));
  return registrationOptions(deps, token, owner, known);
}

/**
 * Keeps a passkey that a browser has made for the owner.
 *
 * @throws AppError passkey_refused or passkey_limit_reached
 */
export async function addPasskey(
  deps: AccountDeps,
  owner: Owner & { session: { id: string } },
  input: { response: Record<string, unknown>; name: string },
  { address }: Origin,
): Promise<void> {
  const passkey = await readOwnPasskey(deps, owner.id, input.response);
  await deps.db.transaction().execute(async (tx) => {
    // Holds the account, so that two pages together do not pass the limit.
    const { passkeys } = await lockWaysIn(tx, owner.id);
    if (passkeys >= PASSKEYS_MAX) throw limitReached();
    const now = new Date(deps.clock.now());
    const added = await insertPasskey(tx, {
      id: newId<PasskeyId>(),
      userId: owner.id,
      credentialId: passkey.id,
      publicKey: passkey.publicKey,
      signCount: passkey.counter,
      transports: passkey.transports,
      name: input.name,
      synced: passkey.synced,
      now,
    });
    if (!added) throw new AppError('passkey_refused');
    await markConfirmed(tx, owner.session.id, { now, withFactor: true });
    await noteAndNotify(
      { ...deps, db: tx },
      owner,
      { kind: 'passkey_added', about: input.name, address },
      {
        subject: 'A passkey was added to your account',
        what: `The passkey “${input.name}” was added. It signs in to your account without password and code.`,
      },
    );
  });
}

/**
 * Removes one of the owner's passkeys. About any other id nothing is done, and nothing is said.
 *
 * @throws AppError last_way_in
 */
export async function removePasskey(
  deps: AccountDeps,
  owner: Owner,
  passkeyId: string,
  { address }: Origin,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const ways = await lockWaysIn(tx, owner.id);
    const name = await deletePasskey(tx, owner.id, passkeyId);
    if (name === undefined) return;
    if (!ways.password && ways.providers === 0 && ways.passkeys === 1)
      throw new AppError('last_way_in');
    await noteAndNotify(
      { ...deps, db: tx },
      owner,
      { kind: 'passkey_removed', about: name, address },
      {
        subject: 'A passkey was removed from your account',
        what: `The passkey “${name}” no longer signs in to your account.`,
      },
    );
  });
}

/** The challenge is used up first, whatever comes of it: an answer is judged once. */
async function readOwnPasskey(
  deps: AccountDeps,
  userId: string,
  sent: Record<string, unknown>,
): Promise<NewPasskey> {
  const { response, challenge } = await refusing(() => registrationFrom(sent));
  const known = await takeChallenge(deps.db, {
    tokenHash: hashToken(challenge),
    purpose: 'passkey_new',
    userId,
    now: new Date(deps.clock.now()),
  });
  if (!known) throw new AppError('passkey_refused');
  return refusing(() => readNewPasskey(deps, challenge, response));
}

function limitReached(): AppError {
  return new AppError('passkey_limit_reached', { details: { limit: PASSKEYS_MAX } });
}
