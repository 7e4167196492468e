import { randomBytes } from 'node:crypto';
import { type Clock, createMovableClock, machineClock } from './clock.ts';
import type { Fetch } from './delivery/attempt.ts';
import { createDeliverer } from './delivery/deliverer.ts';
import { createFaults } from './delivery/faults.ts';
import { createScheduler } from './delivery/scheduler.ts';
import {
  createPrice,
  createProduct,
  type PriceInput,
  type ProductInput,
} from './engine/catalogue.ts';
import { DEFAULT_BEHAVIOUR } from './engine/defaults.ts';
import type { Behaviour, Emulator } from './engine/emulator.ts';
import { EVENT_NAMES } from './engine/event-types.ts';
import { buildServer } from './http/server.ts';
import { secretOf } from './model/ids.ts';
import { emptyState, type State } from './model/state.ts';
import { createStateFile } from './model/state-file.ts';
import { createSetting } from './routes/notification.routes.ts';

/** How to start; everything has a default. */
export type EmulatorOptions = {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Default 127.0.0.1: this is for one machine. */
  host?: string;
  /** Address under which browsers and callers reach it, where that is another, without a slash. */
  publicUrl?: string;
  /** The same seed and calls give the same ids and keys. Default: random. */
  seed?: string;
  /** Folder that keeps the state across restarts, with its seed. Default: nothing is kept. */
  stateFolder?: string;
  /** Products and prices that exist from the start, by ids of your own; those that exist already stay. */
  catalogue?: {
    products: readonly (ProductInput & { id: string })[];
    prices: readonly (PriceInput & { id: string })[];
  };
  /** Where webhooks go, every event of them. More can be added by POST /notification-settings. */
  webhookUrl?: string;
  /** Origins that may hold the frame. Default: every port of localhost and 127.0.0.1. */
  frameAncestors?: readonly string[];
  /** What differs from the defaults of `engine/defaults.ts`. */
  behaviour?: Partial<Behaviour>;
  /** Where time comes from. Default: the machine. */
  clock?: Clock;
  /** What sends webhooks. Default: the platform's fetch. */
  fetch?: Fetch;
};

/** What a service needs to know of a running emulator. */
export type RunningEmulator = {
  /** Base address: give it to the Node SDK as its `environment`. */
  url: string;
  /** Address of the script that sets `window.PaddleBillingV1`. */
  script: string;
  apiKey: string;
  /** For `initializePaddle`. */
  clientToken: string;
  /** Secret of `webhookUrl`; null without one. */
  webhookSecret: string | null;
  /** Stops it, with everything written. */
  stop: () => Promise<void>;
};

// No address of IPv6: a content security policy cannot name one.
const LOCAL_PAGES = ['http://localhost:*', 'http://127.0.0.1:*'];
const OWN_DESTINATION = 'Set at start';

/**
 * Starts an emulator of Paddle Billing in this process.
 *
 * @throws Error when the port is taken, or the state folder holds something else
 * @example
 * const emulator = await startEmulator({ webhookUrl: 'http://127.0.0.1:3000/webhooks' });
 * const paddle = new Paddle(emulator.apiKey, { environment: emulator.url as Environment });
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<RunningEmulator> {
  const file = options.stateFolder === undefined ? null : createStateFile(options.stateFolder);
  const seed = options.seed ?? randomBytes(16).toString('hex');
  const state: State = file?.load() ?? emptyState(seed);
  const clock = createMovableClock(options.clock ?? machineClock, state.clockOffsetMs);
  let url = '';
  let onChange = () => {};
  const emulator: Emulator = {
    state,
    clock,
    behaviour: { ...DEFAULT_BEHAVIOUR, ...options.behaviour },
    url: () => url,
    changed: () => onChange(),
  };
  const faults = createFaults();
  const deliverer = createDeliverer(emulator, faults, options.fetch ?? fetch);
  const scheduler = createScheduler(emulator, deliverer);
  const apiKey = `pdl_sdbx_apikey_${secretOf('api-key', state.seed)}`;
  const clientToken = `test_${secretOf('client-token', state.seed).slice(0, 27)}`;
  const app = buildServer({
    emulator,
    faults,
    scheduler,
    apiKey,
    clientToken,
    frameAncestors: options.frameAncestors ?? LOCAL_PAGES,
  });
  const host = options.host ?? '127.0.0.1';
  const address = await app.listen({ host, port: options.port ?? 0 });
  url = options.publicUrl ?? address;
  fillCatalogue(emulator, options.catalogue);
  const webhookSecret = pointWebhooks(emulator, options.webhookUrl);
  onChange = () => {
    file?.save(state);
    scheduler.poke();
  };
  onChange();
  return {
    url,
    script: `${url}/paddle/v2/paddle.js`,
    apiKey,
    clientToken,
    webhookSecret,
    stop: async () => {
      scheduler.stop();
      await app.close();
      await deliverer.stop();
      file?.save(state);
      file?.flush();
    },
  };
}

function fillCatalogue(emulator: Emulator, catalogue: EmulatorOptions['catalogue']): void {
  const { products, prices } = emulator.state;
  for (const product of catalogue?.products ?? []) {
    if (!products.has(product.id)) createProduct(emulator, product);
  }
  for (const price of catalogue?.prices ?? []) {
    if (!prices.has(price.id)) createPrice(emulator, price);
  }
}

/** One destination is the emulator's own: a restart with another address moves it, with its secret. */
function pointWebhooks(emulator: Emulator, webhookUrl: string | undefined): string | null {
  if (webhookUrl === undefined) return null;
  const settings = [...emulator.state.notificationSettings.values()];
  const known = settings.find(({ description }) => description === OWN_DESTINATION);
  if (known) {
    known.destination = webhookUrl;
    known.active = true;
    return known.secrets[0]?.key ?? null;
  }
  const made = createSetting(emulator, {
    description: OWN_DESTINATION,
    type: 'url',
    destination: webhookUrl,
    subscribed_events: [...EVENT_NAMES],
    traffic_source: 'all',
  });
  return made.secrets[0]?.key ?? null;
}
