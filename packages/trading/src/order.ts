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
  // Twelve and a half hex digits are 50 bits; 52 are read and two dropped.
  const bits = BigInt(`0x${hash.slice(0, 13)}`) >> 2n;
  const places = [45n, 40n, 35n, 30n, 25n, 20n, 15n, 10n, 5n, 0n];
  return places.map((place) => BASE32[Number((bits >> place) & 31n)]).join('') as OrderKey;
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
