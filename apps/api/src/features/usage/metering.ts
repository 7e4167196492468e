import { admitCall } from './admit-call.ts';
import { createRequestRate } from './request-rate.ts';
import { beginMetering, reserveTokens } from './token-reservations.ts';
import { isUnderWay } from './usage.queries.ts';
import { readUsage } from './usage.service.ts';

/** What an analysis is counted by, and held to the limits of its user's plan. */
export function createMetering(deps: Parameters<typeof createRequestRate>[0]) {
  return {
    countRequest: createRequestRate(deps),
    beginMetering,
    admitCall,
    isUnderWay,
    reserveTokens,
    readUsage,
  };
}
