import type { AccountDeps } from '../account.deps.ts';
import { noteAndNotify } from '../security/notify.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import {
  countRecoveryCodes,
  findSecret,
  takeRecoveryCode,
  takeStep,
} from './second-factors.queries.ts';
import { stepOfCode, totpPlace } from './totp.ts';

type Owner = { id: string; username: string; email: string };

/**
 * Uses up a code of the authenticator app, or a recovery code, which is noted and told to the owner.
 *
 * @param deps with an open transaction as `db`: a code counts as used only with what it was used for
 * @returns false for a wrong or used code, and for an account without an authenticator app
 */
export async function useCode(
  deps: AccountDeps,
  owner: Owner,
  code: string,
  from: { address: string; browser: string },
): Promise<boolean> {
  const { db, clock, sealing } = deps;
  const secret = await findSecret(db, owner.id);
  if (!secret?.enabled_at) return false;
  // Recovery first: it works even when the secret cannot be opened any more.
  const codeHash = hashRecoveryCode(code);
  if (codeHash !== null) return useRecoveryCode(deps, owner, codeHash, from);
  const plain = sealing.open(secret.sealed_secret, totpPlace(owner.id));
  const step = stepOfCode(plain, code, clock.now());
  if (step === null) return false;
  return takeStep(db, { userId: owner.id, sealed: secret.sealed_secret, step });
}

async function useRecoveryCode(
  deps: AccountDeps,
  owner: Owner,
  codeHash: string,
  from: { address: string; browser: string },
): Promise<boolean> {
  const { db, clock } = deps;
  const now = new Date(clock.now());
  if (!(await takeRecoveryCode(db, { userId: owner.id, codeHash, now }))) return false;
  const left = await countRecoveryCodes(db, owner.id);
  await noteAndNotify(
    deps,
    owner,
    { kind: 'recovery_code_used', about: from.browser, address: from.address },
    {
      subject: 'A recovery code of your account was used',
      what: `One of your recovery codes was used. ${leftWords(left)}`,
    },
  );
  return true;
}

function leftWords(left: number): string {
  if (left === 0) return 'It was the last one: make new ones now.';
  return left === 1 ? 'One is left: make new ones soon.' : `${left} are left.`;
}
