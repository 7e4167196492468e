import { addressGroup } from '../../../client-address.ts';
import {
  type Counted,
  clearCounts,
  countAgainst,
  countWithin,
  type RateLimit,
} from '../../../rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';
import { accountKey } from '../users.queries.ts';
import { failsProof } from './failed-proof.ts';
import { hasSignedInFrom } from './known-addresses.queries.ts';
import {
  codesPerDay,
  LIMITED,
  proofsPerAccount,
  signInsPerAccount,
  signInsPerAddress,
} from './limits.ts';

type ThrottleDeps = Pick<AccountDeps, 'db' | 'clock' | 'limits'>;

/** Stands for an account that does not exist, so that its absence asks the database the same. */
const NOBODY = '00000000-0000-4000-8000-000000000000';

type SignInTry = Readonly<{
  /** The name or address as it was typed. */
  typed: string;
  /** Whom it belongs to, if to anybody. */
  accountId: string | undefined;
  /** Client address. */
  address: string;
}>;

/**
 * Lets a sign-in by name and password be tried within the limits of its address, of what was typed, and
 * of its account. It is counted before `work` runs, so that no number of parallel calls gets further, and
 * given back unless `work` finds the password wrong.
 *
 * The limits of address and typed name are told; they hold for unknown names alike. The account's is not:
 * one account has two names, and a refusal under the second would tell that they belong together.
 * `work` is then called with `mayPass` false: it does as much and finds every password wrong.
 *
 * Failures from an address that has signed the account in before are counted apart, so that nobody else
 * can lock its owner out.
 *
 * @throws AppError rate_limited
 */
export async function guardSignIn<T>(
  deps: ThrottleDeps,
  { typed, accountId, address }: SignInTry,
  work: (mayPass: boolean) => Promise<T>,
): Promise<T> {
  const { limits } = deps;
  const group = addressGroup(address);
  const name = accountKey(typed);
  const account = accountId ?? `nobody:${name}`;
  return keepingFailures(async (counted) => {
    counted.push(await countAgainst(deps, signInsPerAddress(limits), group));
    const own = await hasSignedInFrom(deps, accountId ?? NOBODY, group);
    const apart = own ? group : undefined;
    counted.push(await countAgainst(deps, signInsPerAccount(limits, LIMITED.name), name, apart));
    const limit = signInsPerAccount(limits, LIMITED.account);
    const perAccount = await countWithin(deps, limit, account, apart);
    if (perAccount) counted.push(perAccount);
    return work(perAccount !== null);
  });
}

/**
 * Lets somebody who is known already, by a session or by a first factor, try a password or a code within
 * the limits of the account and of the address. Counted as sign-ins are; `work` fails a proof by throwing
 * `wrong_password` or `wrong_code`, and everything else is given back.
 *
 * @throws AppError rate_limited
 * @example await guardProof(deps, { accountId: user.id, address: request.ip }, () => expectPassword(…));
 */
export function guardProof<T>(deps: ThrottleDeps, who: Prover, work: () => Promise<T>): Promise<T> {
  return guardWithin(deps, who, [proofsPerAccount(deps.limits)], work);
}

/**
 * The same for what a code of an authenticator app is part of: those are short, so that a day has a
 * limit, too.
 *
 * @throws AppError rate_limited
 */
export function guardCode<T>(deps: ThrottleDeps, who: Prover, work: () => Promise<T>): Promise<T> {
  return guardWithin(deps, who, [codesPerDay(deps.limits), proofsPerAccount(deps.limits)], work);
}

type Prover = Readonly<{ accountId: string; address: string }>;

async function guardWithin<T>(
  deps: ThrottleDeps,
  { accountId, address }: Prover,
  perAccount: readonly RateLimit[],
  work: () => Promise<T>,
): Promise<T> {
  const group = addressGroup(address);
  return keepingFailures(async (counted) => {
    counted.push(await countAgainst(deps, signInsPerAddress(deps.limits), group));
    const own = await hasSignedInFrom(deps, accountId, group);
    const apart = own ? group : undefined;
    for (const limit of perAccount) counted.push(await countAgainst(deps, limit, accountId, apart));
    return work();
  });
}

/**
 * A new password makes every earlier guess worthless: the account begins anew, for its owner's sake. The
 * day's limit of codes stays, which a new password does not change: whoever holds the mailbox alone could
 * have one at will.
 */
export async function forgetFailures(
  { db }: Pick<AccountDeps, 'db'>,
  account: { id: string; username: string; email: string },
): Promise<void> {
  await clearCounts(db, LIMITED.account, account.id);
  await clearCounts(db, LIMITED.proof, account.id);
  for (const name of [account.username, account.email])
    await clearCounts(db, LIMITED.name, accountKey(name));
}

async function keepingFailures<T>(work: (counted: Counted[]) => Promise<T>): Promise<T> {
  const counted: Counted[] = [];
  const giveBack = () => Promise.all(counted.map((one) => one.giveBack()));
  try {
    const result = await work(counted);
    await giveBack();
    return result;
  } catch (error) {
    if (!failsProof(error)) await giveBack();
    throw error;
  }
}
