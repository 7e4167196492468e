import { timingSafeEqual } from 'node:crypto';
import { uuid } from '@quorate/contract/fields';
import type { UserId } from '@quorate/values/ids';
import { z } from 'zod';
import type { Sealing } from '../../db/sealing.ts';

const PLACE = 'checkout-token';
const FIELD = 'checkout_token';

/**
 * Says whose purchase it is: the provider carries it along as custom data, from the checkout to every
 * bill of the subscription. Anybody can write custom data, and nobody else can write a token; one that
 * was copied from somebody buys a plan for that somebody. It never expires: bills come for years.
 */
export function makeCheckoutToken(sealing: Sealing, userId: UserId): string {
  return `${userId}.${sealing.mark(userId, PLACE)}`;
}

/** Whose purchase it is; null without a token of ours. */
export function readCheckoutToken(
  sealing: Sealing,
  customData: Readonly<Record<string, unknown>>,
): UserId | null {
  const parsed = z.string().max(200).safeParse(customData[FIELD]);
  if (!parsed.success) return null;
  const [id = '', mark = ''] = parsed.data.split('.', 2);
  const user = uuid.safeParse(id);
  if (!user.success) return null;
  const expected = Buffer.from(sealing.mark(user.data, PLACE));
  const given = Buffer.from(mark);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return user.data as UserId;
}
