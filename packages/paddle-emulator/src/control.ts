import type { PayResult } from './checkouts.ts';
import type {
  ChargebackInput,
  ClockInput,
  DecisionInput,
  SaleInput,
  TestCardInput,
} from './control.routes.ts';
import type { Adjustment, PaymentMethod, Transaction } from './entities.ts';
import type { FaultInput } from './webhooks.ts';

/** The emulator's time. */
export type ClockState = {
  /** ISO 8601, UTC. */
  now: string;
  /** How far the clock is ahead of the machine's, in milliseconds. */
  ahead_ms: number;
};

/** What a test does to an emulator, as calls. Every one throws an Error that holds the refusal's words. */
export type EmulatorControl = {
  clock: () => Promise<ClockState>;
  /** Puts the clock forward and waits until everything on the way is done and delivered. */
  moveClock: (move: ClockInput) => Promise<ClockState>;
  /** Waits until nothing is due and every notification that is due was sent. */
  settle: () => Promise<ClockState>;
  addFault: (fault: FaultInput) => Promise<FaultInput>;
  /** Buys without a browser: names the buyer and pays. The transaction is paid, and completed soon. */
  buy: (
    sale: SaleInput,
  ) => Promise<{ result: PayResult; checkout_id: string; transaction: Transaction }>;
  /** Puts another card on file, such as one that declines. */
  changeCard: (subscriptionId: string, card: TestCardInput) => Promise<PaymentMethod>;
  decideAdjustment: (id: string, status: DecisionInput['status']) => Promise<Adjustment>;
  chargeBack: (input: ChargebackInput) => Promise<Adjustment>;
};

/**
 * A client for the control calls of a running emulator.
 *
 * @param url of the emulator, as `startEmulator` returns it
 * @throws Error with the refusal's code and words, from every call
 * @example
 * const control = createEmulatorControl(emulator.url, fetch);
 * await control.addFault({ kind: 'webhook_drop', times: 2 });
 * await control.moveClock({ advance: '31d' });
 */
export function createEmulatorControl(
  url: string,
  fetchIt: (url: string, init: RequestInit) => Promise<Response> = fetch,
): EmulatorControl {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetchIt(`${url}/emulator${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text === '' ? '{}' : text).data;
  };
  return {
    clock: () => call('GET', '/clock'),
    moveClock: (move) => call('POST', '/clock', move),
    settle: () => call('POST', '/settle', {}),
    addFault: (fault) => call('POST', '/faults', fault),
    buy: (sale) => call('POST', '/sales', sale),
    changeCard: (id, card) => call('PUT', `/subscriptions/${encodeURIComponent(id)}/card`, card),
    decideAdjustment: (id, status) =>
      call('POST', `/adjustments/${encodeURIComponent(id)}`, { status }),
    chargeBack: (input) => call('POST', '/chargebacks', input),
  };
}
