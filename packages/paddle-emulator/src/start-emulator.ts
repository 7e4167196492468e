import { randomBytes } from 'node:crypto';
import { type Catalogue, fillCatalogue } from './catalogue.ts';
import { type Clock, createMovableClock, machineClock } from './clock.ts';
import { type Behaviour, DEFAULT_BEHAVIOUR, type Emulator, secretOf } from './emulator.ts';
import { createScheduler } from './scheduler.ts';
import { buildServer } from './server.ts';
import { createStateFile, emptyState, type State } from './state.ts';
import { createDeliverer, createFaults, type Fetch } from './webhooks.ts';

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
  catalogue?: Catalogue;
  /** Where webhooks go, every event of them. */
  webhookUrl?: string;
  /** Origins that may hold the frame. Default: every port of localhost and 127.0.0.1. */
  frameAncestors?: readonly string[];
  /** What differs from `DEFAULT_BEHAVIOUR`. */
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
  if (options.catalogue) fillCatalogue(emulator, options.catalogue);
  const key = `pdl_ntfset_${secretOf('webhook', state.seed)}`;
  const { webhookUrl } = options;
  state.destination = webhookUrl === undefined ? null : { url: webhookUrl, key };
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
    webhookSecret: webhookUrl === undefined ? null : key,
    stop: async () => {
      scheduler.stop();
      await app.close();
      await deliverer.stop();
      file?.save(state);
      file?.flush();
    },
  };
}
