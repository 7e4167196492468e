import type { Limits } from '../../../config/limits.ts';
import type { RateLimit } from '../../../http/rate-limit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What is counted against an account, as it stands in the table. */
export const LIMITED = {
  name: 'sign-in-name',
  account: 'sign-in-account',
  proof: 'proof-account',
  codes: 'codes-a-day',
} as const;

export function signInsPerAccount(
  { signInFailuresPerAccount: limit }: Limits,
  what: typeof LIMITED.name | typeof LIMITED.account,
): RateLimit {
  return { what, limit, windowMs: 15 * MINUTE_MS, words: `${limit} failed sign-ins in 15 minutes` };
}

export function proofsPerAccount({ signInFailuresPerAccount: limit }: Limits): RateLimit {
  const words = `${limit} wrong passwords or codes in 15 minutes`;
  return { what: LIMITED.proof, limit, windowMs: 15 * MINUTE_MS, words };
}

/** Six digits are few: at ten failures every quarter of an hour one is likely to be guessed in a year. */
export function codesPerDay({ codeFailuresPerDay: limit }: Limits): RateLimit {
  return { what: LIMITED.codes, limit, windowMs: DAY_MS, words: `${limit} wrong codes a day` };
}

export function signInsPerAddress({ signInFailuresPerAddress: limit }: Limits): RateLimit {
  const words = `${limit} failed sign-ins an hour from one address`;
  return { what: 'sign-in-address', limit, windowMs: HOUR_MS, words };
}

export function signUpsPerAddress({ signUps: limit }: Limits): RateLimit {
  return { what: 'sign-up', limit, windowMs: HOUR_MS, words: `${limit} sign-ups an hour` };
}

/** An attacker who owns a range of addresses would have the limit of one address many times over. */
export function signUpsPerRange({ signUpsPerRange: limit }: Limits): RateLimit {
  const words = `${limit} sign-ups an hour from one range of addresses`;
  return { what: 'sign-up-range', limit, windowMs: HOUR_MS, words };
}

/** Reset links and verification links that are asked for. */
export function linkRequestsPerAddress({ linkRequests: limit }: Limits): RateLimit {
  return { what: 'link-request', limit, windowMs: HOUR_MS, words: `${limit} mails an hour` };
}

/** Links that are opened: 256 random bits need no limit, the work behind them does. */
export function linkTriesPerAddress({ linkTries: limit }: Limits): RateLimit {
  return { what: 'link-try', limit, windowMs: HOUR_MS, words: `${limit} links an hour` };
}
