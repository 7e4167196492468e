import { createHash } from 'node:crypto';
import type { OrderKey } from '@quorate/trading/account/order';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LENGTH = 10;

/**
 * The key of a decision's order: ten base32 characters of a hash, so that it fits into the comment of
 * an order in the terminal. The service gives one decision one id for ever, so the key is stable, too.
 */
export function orderKeyOf(decisionId: string): OrderKey {
  const hash = createHash('sha256').update(decisionId).digest();
  let bits = 0;
  let value = 0;
  let key = '';
  for (const byte of hash) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5 && key.length < LENGTH) {
      bits -= 5;
      key += ALPHABET[(value >> bits) & 31];
    }
    value &= (1 << bits) - 1;
    if (key.length === LENGTH) break;
  }
  return key as OrderKey;
}
