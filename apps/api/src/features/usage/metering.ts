import type { UserId } from '@quorate/values/ids';
import type { VoteTokens } from '../../models/panel.ts';
import type { Entitlements } from '../entitlements.ts';
import { admitCall } from './admit-call.ts';
import { createFreeTokens, type VoteReservation } from './free-tokens.ts';
import { createRequestRate } from './request-rate.ts';
import { beginMetering, reserveTokens } from './token-reservations.ts';
import { isUnderWay } from './usage.queries.ts';
import { readUsage, type UsageDeps } from './usage.service.ts';

type RateDeps = Parameters<typeof createRequestRate>[0];
type Call = Omit<Parameters<typeof admitCall>[3], 'tokens'> & Readonly<{ tokens: VoteTokens }>;

/** What an analysis is counted by, and held to the limits of its user's plan. */
export function createMetering(deps: RateDeps & Readonly<{ freeTokensPerDay: number }>) {
  const free = createFreeTokens(deps, deps.freeTokensPerDay);
  return {
    countRequest: createRequestRate(deps),
    beginMetering,
    isUnderWay,
    readUsage,
    async admitCall(
      handle: UsageDeps,
      userId: UserId,
      entitled: Entitlements,
      { tokens, ...call }: Call,
    ): Promise<VoteReservation | null> {
      const counted = { ...call, tokens: tokens.all };
      const reservation = await admitCall(handle, userId, entitled, counted);
      return reservation && free.setAside(handle.db, entitled, reservation, tokens.paid);
    },
    async reserveTokens(
      handle: UsageDeps,
      userId: UserId,
      entitled: Entitlements,
      tokens: VoteTokens,
    ): Promise<VoteReservation> {
      const reservation = await reserveTokens(handle, userId, entitled, tokens.all);
      return free.setAside(handle.db, entitled, reservation, tokens.paid);
    },
  };
}
