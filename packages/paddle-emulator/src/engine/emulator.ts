import type { MovableClock } from '../clock.ts';
import { idOf } from '../model/ids.ts';
import { isoOf } from '../model/periods.ts';
import type { State } from '../model/state.ts';

/** How an emulator behaves; every figure has a default in `defaults.ts`. */
export type Behaviour = {
  /** Share of tax, such as 0.2; prices are without it unless their tax_mode is 'internal'. */
  taxRate: number;
  /** From paid to completed, in milliseconds. */
  settleAfterMs: number;
  /** How long a card takes to answer, in milliseconds of the wall clock. */
  cardAnswerMs: number;
  /** Days after a failed renewal on which it is tried again; after the last one the subscription ends. */
  dunningDays: readonly number[];
  /** Waits between deliveries of one notification, in milliseconds. */
  retryDelaysMs: readonly number[];
  /** How long a receiver of webhooks may take, in milliseconds of the wall clock. */
  deliveryTimeoutMs: number;
  /** After how long a refund is approved by itself, in milliseconds; null: only by the control calls. */
  refundApprovedAfterMs: number | null;
  /** Calls that one address may make to the API in a minute; 0: as many as it likes. */
  requestsPerMinute: number;
  /** The page that opens a checkout for `?_ptxn=…`; null: the emulator's own. */
  checkoutUrl: string | null;
};

/** What every rule of the engine takes first. */
export type Emulator = {
  state: State;
  clock: MovableClock;
  behaviour: Behaviour;
  /** Address under which browsers and callers reach this emulator, without a slash at the end. */
  url: () => string;
  /** Told after every change: state is to be saved, the clock's diary to be read again. */
  changed: () => void;
};

/** The next id of the emulator's seed, such as 'txn_…'. */
export function newId(emulator: Emulator, prefix: string): string {
  emulator.state.idCount += 1;
  return idOf(prefix, emulator.state.seed, emulator.state.idCount);
}

/** The emulator's time, as the wire has it. */
export function nowIso(emulator: Emulator): string {
  return isoOf(emulator.clock.now());
}
