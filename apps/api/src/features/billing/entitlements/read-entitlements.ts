import { AppError } from '../../../http/app-error.ts';
import type { ReadEntitlements } from '../../entitlements.ts';
import { findEntitlementFacts } from './entitlements.queries.ts';
import { entitlementsOf } from './entitlements.ts';

/**
 * What a user may do now, read again each time: the API, the bot and the dashboard all ask this.
 *
 * @throws AppError unauthorized when the account is gone
 */
export const readEntitlements: ReadEntitlements = async ({ db, clock }, userId) => {
  const now = new Date(clock.now());
  const facts = await findEntitlementFacts(db, userId, now);
  if (!facts) throw new AppError('unauthorized');
  return entitlementsOf(facts, now);
};
