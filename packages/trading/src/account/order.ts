import type { Brand } from '@quorate/values/brand';
import type { Instant } from '@quorate/values/instant';
import type { Lots } from '@quorate/values/lots';
import type { Price } from '@quorate/values/price';
import { ValueError } from '@quorate/values/value-error';

/** Direction of an order, a position or a deal. */
export type Side = 'BUY' | 'SELL';

/** What a verdict or a vote asks for. */
export type Action = Side | 'HOLD';

/**
 * Ten base32 characters that name one decision. A broker that has seen a key never opens a second
 * position for it, however often the order is sent.
 */
export type OrderKey = Brand<string, 'OrderKey'>;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Ten bits at once. */
const PAIRS = Array.from(
  { length: 1_024 },
  (_, bits) => `${BASE32[bits >>> 5]}${BASE32[bits & 31]}`,
);

/**
 * The key of a decision: the first 50 bits of its hash in base32 (RFC 4648), ten characters that fit
 * into the comment of any broker.
 *
 * @param hash SHA-256 in hex, or any other hash of at least 13 hex digits
 * @throws ValueError when it is not
 * @example orderKeyFromHash('00443214c74254b635cf84653a56d7c675be77df') // 'ABCDEFGHIJ'
 */
export function orderKeyFromHash(hash: string): OrderKey {
  if (!/^[0-9a-f]{13,}$/i.test(hash)) throw new ValueError(`'${hash}' is not a hash in hex`);
  // Twelve and a half hex digits are 50 bits; 13 are read and two bits dropped.
  const first32 = Number.parseInt(hash.slice(0, 8), 16);
  return orderKeyFromBits(first32, Number.parseInt(hash.slice(8, 13), 16) >>> 2);
}

/** The key of 50 bits: of the first 32 of them, and of the 18 that follow. */
export function orderKeyFromBits(first32: number, next18: number): OrderKey {
  const [a, b, c] = [first32 >>> 22, (first32 >>> 12) & 1_023, (first32 >>> 2) & 1_023];
  const [d, e] = [((first32 & 3) << 8) | (next18 >>> 10), next18 & 1_023];
  return `${PAIRS[a]}${PAIRS[b]}${PAIRS[c]}${PAIRS[d]}${PAIRS[e]}` as OrderKey;
}

/** An instruction to open a position at the market, its stop in the same request. */
export type MarketOrder = Readonly<{
  key: OrderKey;
  symbol: string;
  side: Side;
  lots: Lots;
  /** A broker of ours refuses an order without one. */
  stopLoss: Price | null;
  takeProfit: Price | null;
  /** Close of the bar the decision was made on. */
  placedAt: Instant;
  /** Past this moment the order is not filled: a Friday order must not meet Monday's open. */
  expiresAt: Instant;
  decisionId: string | null;
}>;
