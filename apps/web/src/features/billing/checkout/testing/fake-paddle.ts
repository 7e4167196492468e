import type { PaddleEventData, PaddleSetupOptions } from '@paddle/paddle-js';
import { vi } from 'vitest';

type Settings = { frameTarget: string; theme: string };
type Opening = { settings: Settings; transactionId?: string };

const listeners: ((event: PaddleEventData) => void)[] = [];
let frame: HTMLIFrameElement | null = null;

const configure = ({ eventCallback }: PaddleSetupOptions) => {
  if (eventCallback) listeners.push(eventCallback);
};

const place = ({ frameTarget }: Settings) => {
  frame = document.createElement('iframe');
  frame.title = 'Checkout';
  document.getElementsByClassName(frameTarget)[0]?.append(frame);
};

/**
 * Stands in for the provider's script, which the loader finds in the page. One for all tests of a file:
 * the loader keeps what it found first.
 */
export const fakePaddle = {
  Initialized: false,
  Initialize: vi.fn((options: PaddleSetupOptions) => {
    fakePaddle.Initialized = true;
    configure(options);
    // By itself, as the provider's script does for the bill of the address.
    if (new URLSearchParams(window.location.search).has('_ptxn'))
      place(options.checkout?.settings as Settings);
  }),
  Update: vi.fn(configure),
  Environment: { set: vi.fn() },
  Checkout: {
    open: vi.fn(({ settings }: Opening) => place(settings)),
    close: vi.fn(() => frame?.remove()),
  },
};

/** A script that nobody has used yet, found in the page. */
export function placePaddle(): typeof fakePaddle {
  const { Initialize, Update, Environment, Checkout } = fakePaddle;
  for (const call of [Initialize, Update, Environment.set, Checkout.open, Checkout.close])
    call.mockReset();
  fakePaddle.Initialized = false;
  listeners.length = 0;
  frame = null;
  vi.stubGlobal('PaddleBillingV1', fakePaddle);
  return fakePaddle;
}

/** The provider tells the page; by itself whoever listens now. */
export function emit(
  name: string,
  data: object = {},
  listener = listeners.length - 1,
  more: object = {},
): void {
  listeners[listener]?.({ name, data, ...more } as PaddleEventData);
}

/** What a loaded frame tells of an order of 40 dollars a month, with 20% tax. */
export const saleData = {
  id: 'che_1',
  transaction_id: 'txn_01hv8wptq8987qeep44cyrewp9',
  currency_code: 'USD',
  items: [{ billing_cycle: { interval: 'month', frequency: 1 } }],
  totals: { subtotal: 40, tax: 8, total: 48, credit: 0, balance: 48 },
  recurring_totals: { subtotal: 40, tax: 8, total: 48, credit: 0, balance: 0 },
};
