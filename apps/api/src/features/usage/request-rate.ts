import { msg } from '@lingui/core/runtime-macro';
import { type Plan, UNLIMITED } from '@quorate/contract/plans';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import { countWithin, type RateLimit, rateLimited, whenRoom } from '../../http/rate-limit.ts';
import type { Clock } from '../../process/clock.ts';
import type { Entitlements, ReadEntitlements } from '../billing/entitlements/entitlements.ts';

const MINUTE_MS = 60_000;
/** How long a refusal stands before the plan is looked at again: an upgrade frees its user that soon. */
export const REFUSAL_STANDS_MS = 1_000;
/** Users whose refusals are remembered. */
const MOST_REMEMBERED = 10_000;

type CountedRequest = Readonly<{ entitled: Entitlements; giveBack: () => Promise<void> }>;

const nothing = async () => {};

type Refused = Readonly<{ limit: RateLimit; at: number; roomAt: number }>;

/**
 * Counts requests against the plan's limit of a minute, wherever the minute begins; exact however many
 * services count. Refusals are remembered here, until there is room or
 * the plan may be another one: a client that asks a thousand times a second costs nearly nothing.
 */
export function createRequestRate(
  deps: Readonly<{
    db: Db;
    clock: Clock;
    readEntitlements: ReadEntitlements;
    /** Whether paper runs count: they do where each request asks a language model, which somebody pays for. */
    countsPaper: boolean;
  }>,
) {
  const refused = new Map<UserId, Refused>();

  function expectRoom(userId: UserId): void {
    const last = refused.get(userId);
    if (!last) return;
    const now = deps.clock.now();
    const age = now - last.at;
    // A clock that has jumped back is no reason to refuse for longer.
    if (age >= 0 && age < REFUSAL_STANDS_MS && now < last.roomAt)
      throw rateLimited(last.limit, last.roomAt - now);
    refused.delete(userId);
  }

  /**
   * Counts one request of a terminal; a refused one does not count. A paper run on a file asks as fast as
   * it reads, with nobody's market waiting: where no model is asked, its tokens alone bound it.
   *
   * @param known what the user may do, where that has just been read
   * @returns what the user may do, as it was when the request was counted, and how to take the count back
   * @throws AppError rate_limited, with the seconds until there is room
   */
  return async function countRequest(
    userId: UserId,
    { paper, known }: Readonly<{ paper: boolean; known?: Entitlements }>,
  ): Promise<CountedRequest> {
    const read = async () => known ?? deps.readEntitlements(deps, userId);
    if (paper && !deps.countsPaper) return { entitled: await read(), giveBack: nothing };
    expectRoom(userId);
    const entitled = await read();
    const limit = limitOf(entitled.plan);
    if (limit === null) return { entitled, giveBack: nothing };
    const counted = await countWithin(deps, limit, userId);
    if (counted) return { entitled, giveBack: counted.giveBack };
    const roomAt = await whenRoom(deps, limit, userId);
    const at = deps.clock.now();
    if (refused.size >= MOST_REMEMBERED) refused.clear();
    refused.set(userId, { limit, at, roomAt });
    throw rateLimited(limit, Math.max(0, roomAt - at));
  };
}

function limitOf({ name, granted }: Plan): RateLimit | null {
  const { requests_per_minute: limit } = granted;
  if (limit === UNLIMITED) return null;
  const words = msg`${{ limit }} requests a minute on the ${{ plan: name }} plan`;
  return { what: 'analyse', limit, windowMs: MINUTE_MS, words };
}
