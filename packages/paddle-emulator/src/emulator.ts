import { createHash } from 'node:crypto';
import type { MovableClock } from './clock.ts';
import { isoOf } from './periods.ts';
import type { State } from './state.ts';

const MINUTE_MS = 60_000;

/** How an emulator behaves. */
export type Behaviour = {
  /** Share of tax on top of prices, such as 0.2. */
  taxRate: number;
  /** From paid to completed, in milliseconds. */
  settleAfterMs: number;
  /** How long a card takes to answer, in milliseconds of the wall clock. */
  cardAnswerMs: number;
  /** Days after a failed renewal on which it is retried; after the last one the subscription is canceled. */
  dunningDays: readonly number[];
  /** Waits between deliveries of one notification, in milliseconds. */
  retryDelaysMs: readonly number[];
  /** How long a receiver of webhooks may take, in milliseconds of the wall clock. */
  deliveryTimeoutMs: number;
  /** After how long a refund is approved automatically, in milliseconds. */
  refundApprovedAfterMs: number;
  /** The page that opens a checkout for `?_ptxn=…`; null: transactions have no address. */
  checkoutUrl: string | null;
};

/** Much like the provider's sandbox. */
export const DEFAULT_BEHAVIOUR: Behaviour = {
  taxRate: 0,
  settleAfterMs: 400,
  cardAnswerMs: 300,
  dunningDays: [1, 3, 6, 10, 15, 22, 30],
  retryDelaysMs: [MINUTE_MS, 14 * MINUTE_MS],
  deliveryTimeoutMs: 5_000,
  refundApprovedAfterMs: 10 * MINUTE_MS,
  checkoutUrl: null,
};

/** What every rule takes first. */
export type Emulator = {
  state: State;
  clock: MovableClock;
  behaviour: Behaviour;
  /** Address under which browsers and callers reach this emulator, without a slash at the end. */
  url: () => string;
  /** Called after every change: the state is to be saved, the schedule to be read again. */
  changed: () => void;
};

/** The emulator's time, as the wire has it. */
export function nowIso(emulator: Emulator): string {
  return isoOf(emulator.clock.now());
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const FIRST_MOMENT = Date.UTC(2026, 0, 1);

/**
 * The next id of the emulator's seed: a prefix and 26 characters like a ULID's. Its time part counts ids
 * instead of milliseconds, so that ids sort by their making and the same calls give the same ids.
 *
 * @example newId(emulator, 'txn') // 'txn_01ke...'
 */
export function newId(emulator: Emulator, prefix: string): string {
  emulator.state.idCount += 1;
  const { seed, idCount: count } = emulator.state;
  const digest = createHash('sha256').update(`${seed}:${prefix}:${count}`).digest();
  let random = '';
  for (let index = 0; index < 16; index += 1) random += ALPHABET[(digest[index] ?? 0) % 32];
  let rest = FIRST_MOMENT + count;
  let time = '';
  for (let index = 0; index < 10; index += 1) {
    time = `${ALPHABET[rest % 32]}${time}`;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${time}${random}`;
}

/** A secret of a seed, as letters and digits. */
export function secretOf(purpose: string, seed: string): string {
  return createHash('sha256').update(`${seed}:secret:${purpose}`).digest('hex').slice(0, 40);
}
