import { msg } from '@lingui/core/runtime-macro';
import type { ErrorCode } from '@quorate/contract/errors';
import { DAY_MS, MINUTE_MS } from '@quorate/values/instant';
import type { Limits } from '../../../config/limits.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import { addressGroup } from '../../../http/client-address.ts';
import {
  clearCounts,
  countingFailures,
  countingUnlessRight,
  perHour,
  type RateLimit,
} from '../../../http/rate-limit.ts';
import type { Clock } from '../../../process/clock.ts';
import type { AccountDeps } from '../account.deps.ts';
import type { Origin } from '../sessions/open-session.ts';
import { accountKey } from '../users.queries.ts';
import { knowsBrowser } from './known-browsers.ts';

type ThrottleDeps = Pick<AccountDeps, 'db' | 'clock' | 'limits'>;

/** Stands for an account that does not exist, so that its absence asks the database the same. */
export const NOBODY = '00000000-0000-4000-8000-000000000000';

type SignInTry = Readonly<{
  /** The name or address as it was typed. */
  typed: string;
  /** Whom it belongs to, if to anybody. */
  accountId: string | undefined;
  origin: Origin;
}>;

/**
 * Lets a sign-in by name and password be tried within the limits of its address, of what was typed, and
 * of its account. It counts while `work` runs, so that no number of parallel calls gets further, and
 * afterwards only if `work` finds the password wrong.
 *
 * The limits of address and typed name are told; they hold for unknown names alike. The account's is not:
 * one account has two names, and a refusal under the second would tell that they belong together.
 * `work` is then called with `mayPass` false: it does as much and finds every password wrong.
 *
 * Failures in a browser that the account knows, or else from an address that has signed it in before, are
 * counted apart, so that nobody else can lock its owner out. A known browser does not share its address's
 * count either: a stranger may sit behind the same one.
 *
 * @throws AppError rate_limited or busy
 */
export async function guardSignIn<T>(
  deps: ThrottleDeps,
  { typed, accountId, origin }: SignInTry,
  work: (mayPass: boolean) => Promise<T>,
): Promise<T> {
  const { limits } = deps;
  const name = accountKey(typed);
  const own = await ownCounts(deps, accountId ?? NOBODY, origin);
  const perName = { limit: signInsPerAccount(limits, LIMITED.name), who: name, apart: own.account };
  const perAccount = {
    limit: signInsPerAccount(limits, LIMITED.account),
    who: accountId ?? `nobody:${name}`,
    apart: own.account,
  };
  return countingUnlessRight(deps, perAddress(deps, origin, own), failsProof, () =>
    countingUnlessRight(deps, perName, failsProof, () =>
      countingUnlessRight(
        deps,
        perAccount,
        failsProof,
        () => work(true),
        () => work(false),
      ),
    ),
  );
}

/**
 * Lets somebody who is known already, by a session or by a first factor, try a password or a code within
 * the limits of the account and of the address. Counted as sign-ins are; `work` fails a proof by throwing
 * `wrong_password` or `wrong_code`, and everything else counts as nothing.
 *
 * @throws AppError rate_limited or busy
 * @example await guardProof(deps, { accountId: user.id, origin }, () => expectPassword(…));
 */
export async function guardProof<T>(
  deps: ThrottleDeps,
  { accountId, origin }: Prover,
  work: () => Promise<T>,
): Promise<T> {
  const own = await ownCounts(deps, accountId, origin);
  const proofs = { limit: proofsPerAccount(deps.limits), who: accountId, apart: own.account };
  return countingUnlessRight(deps, perAddress(deps, origin, own), failsProof, () =>
    countingUnlessRight(deps, proofs, failsProof, work),
  );
}

/**
 * The same for what a code of an authenticator app is part of: those are short, so that a day has a
 * limit, too.
 *
 * @throws AppError rate_limited or busy
 */
export async function guardCode<T>(
  deps: ThrottleDeps,
  { accountId, origin }: Prover,
  work: () => Promise<T>,
): Promise<T> {
  // A browser that is known by a mailed link alone would give a reader of the mailbox more codes a day.
  const own = await ownCounts(deps, accountId, origin, { sinceSignIn: true });
  const who = { who: accountId, apart: own.account };
  const codes = { ...who, limit: codesPerDay(deps.limits) };
  const proofs = { ...who, limit: proofsPerAccount(deps.limits) };
  return countingUnlessRight(deps, perAddress(deps, origin, own), failsProof, () =>
    countingUnlessRight(deps, codes, failsProof, () =>
      countingUnlessRight(deps, proofs, failsProof, work),
    ),
  );
}

type Prover = Readonly<{ accountId: string; origin: Origin }>;

/** What the failures of an owner are counted under, apart from everybody else's. */
type OwnCounts = Readonly<{ account: string | undefined; address: string | undefined }>;

async function ownCounts(
  deps: ThrottleDeps,
  accountId: string,
  { address, browserHash }: Origin,
  known?: { sinceSignIn: boolean },
): Promise<OwnCounts> {
  const group = addressGroup(address);
  if (browserHash !== null && (await knowsBrowser(deps, accountId, browserHash, known)))
    return { account: browserHash, address: browserHash };
  const here = await hasSignedInFrom(deps, accountId, group);
  return { account: here ? group : undefined, address: undefined };
}

function perAddress(deps: ThrottleDeps, { address }: Origin, own: OwnCounts) {
  const limit = perHour(
    'sign-in-address',
    deps.limits.signInFailuresPerAddress,
    (most) => msg`${{ limit: most }} failed sign-ins an hour from one address`,
  );
  return { limit, who: addressGroup(address), apart: own.address };
}

/**
 * A new password makes every earlier guess worthless: the account begins again, for its owner's sake. The
 * day's limit of codes stays, which a new password does not change: a person who holds only the mailbox could
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

const FAILED: ReadonlySet<ErrorCode> = new Set([
  'invalid_credentials',
  'wrong_password',
  'wrong_code',
]);

/** Whether somebody was found not to know what they said they know; any other fault says nothing of it. */
function failsProof(error: unknown): boolean {
  return error instanceof AppError && FAILED.has(error.code);
}

const KNOWN_FOR_MS = 30 * DAY_MS;
/** More than anybody signs in from, and few enough for the question to take no time. */
const ADDRESSES_MAX = 200;

/** Whether somebody who knew the account's secrets came from this address or network in the last 30 days. */
async function hasSignedInFrom(
  { db, clock }: { db: Db; clock: Clock },
  accountId: string,
  group: string,
): Promise<boolean> {
  const rows = await db
    .selectFrom('security_events')
    .select('address')
    .distinct()
    .where('user_id', '=', accountId)
    .where('kind', 'in', ['signed_in', 'device_added'])
    .where('at', '>', new Date(clock.now() - KNOWN_FOR_MS))
    .limit(ADDRESSES_MAX)
    .execute();
  return rows.some(({ address }) => address !== null && addressGroup(address) === group);
}

/** What is counted against an account, as it stands in the table. */
const LIMITED = {
  name: 'sign-in-name',
  account: 'sign-in-account',
  proof: 'proof-account',
  codes: 'codes-a-day',
} as const;

const QUARTER_MS = 15 * MINUTE_MS;

function signInsPerAccount(
  { signInFailuresPerAccount: limit }: Limits,
  what: typeof LIMITED.name | typeof LIMITED.account,
): RateLimit {
  return {
    what,
    limit,
    windowMs: QUARTER_MS,
    words: msg`${{ limit }} failed sign-ins in 15 minutes`,
  };
}

function proofsPerAccount({ signInFailuresPerAccount: limit }: Limits): RateLimit {
  const words = msg`${{ limit }} wrong passwords or codes in 15 minutes`;
  return { what: LIMITED.proof, limit, windowMs: QUARTER_MS, words };
}

/** Six digits are few: at ten failures every quarter of an hour one is likely to be guessed in a year. */
function codesPerDay({ codeFailuresPerDay: limit }: Limits): RateLimit {
  return {
    what: LIMITED.codes,
    limit,
    windowMs: DAY_MS,
    words: msg`${{ limit }} wrong codes a day`,
  };
}

/**
 * Opens a mailed link. Links that are not valid count against their address; a valid one always opens.
 *
 * @throws AppError rate_limited in place of the refusal of a link that is not valid
 */
export function countingLinkTries<T>(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'limits'>,
  address: string,
  open: () => Promise<T>,
): Promise<T> {
  // 256 random bits need no limit, the work behind them does.
  const limit = perHour(
    'link-try',
    deps.limits.linkTries,
    (most) => msg`${{ limit: most }} links an hour`,
  );
  const codes = ['verification_invalid', 'reset_token_invalid'] as const;
  return countingFailures(deps, { limit, who: addressGroup(address), codes }, open);
}
