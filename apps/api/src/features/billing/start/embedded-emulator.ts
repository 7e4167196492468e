import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { EmulatorOptions, RunningEmulator } from '@quorate/paddle-emulator/start-emulator';
import { type FolderOwner, lockFolder } from '../../../db/folder-lock.ts';
import { emulatorCatalogue } from './catalogue.ts';

/** How a service runs the local provider in its own process. */
export type EmbeddedOptions = Readonly<{
  /** Where the service listens, and where readers find it. */
  host: string;
  port: number;
  publicUrl: string;
  /** The provider's port; 0 takes any free one. */
  emulatorPort: number;
  dataDir: string;
  self: FolderOwner;
  /** Settled once the service takes webhooks. */
  listening: Promise<unknown>;
}>;

export type EmbeddedEmulator = Readonly<{
  emulator: RunningEmulator;
  /** Where this service reaches it, which need not be where browsers do. */
  apiUrl: string;
  /** The port that was asked for, when it is another program's. */
  takenPort: number | null;
  stop(): Promise<void>;
}>;

// No address of IPv6: a content security policy cannot name one.
const LOCAL_PAGES = ['http://localhost:*', 'http://127.0.0.1:*'];

/**
 * Starts the local provider in this process, with everything that was bought from it before.
 *
 * @throws FolderInUseError when another service keeps its provider in that folder
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedEmulator> {
  const folder = join(options.dataDir, 'paddle-emulator');
  mkdirSync(folder, { recursive: true });
  // Two providers on one folder would write over what each other sold.
  const lock = lockFolder(folder, options.self);
  // Of the two addresses of localhost it takes one: another program may have its port on the other.
  const host = options.host === 'localhost' ? '127.0.0.1' : options.host;
  try {
    // Loaded here alone: a service that sells through Paddle never has it in memory.
    const { startEmulator } = await import('@quorate/paddle-emulator/start-emulator');
    const start = async (port: number) => ({
      port,
      emulator: await startEmulator({ ...optionsOf(options, host, port), stateFolder: folder }),
    });
    const wanted = options.emulatorPort === 0 ? await freePort(host) : options.emulatorPort;
    const running = await start(wanted).catch(async (error: unknown) => {
      if (!isTaken(error)) throw error;
      return start(await freePort(host));
    });
    return {
      emulator: running.emulator,
      apiUrl: reachable(host, running.port),
      takenPort: running.port === wanted ? null : wanted,
      stop: async () => {
        await running.emulator.stop().finally(() => lock.release());
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function optionsOf(service: EmbeddedOptions, host: string, port: number): EmulatorOptions {
  const { hostname, origin } = new URL(service.publicUrl);
  const own = reachable(service.host, service.port);
  return {
    host,
    port,
    // Every address is none to go to, and a content security policy cannot name one of IPv6: the
    // provider shares the service's name instead.
    ...((host === '0.0.0.0' || host.includes(':')) && { publicUrl: `http://${hostname}:${port}` }),
    frameAncestors: [...LOCAL_PAGES, origin, own].filter((page) => !page.includes('[')),
    catalogue: emulatorCatalogue().catalogue,
    webhookUrl: `${own}/api/paddle/webhook`,
    // Where the provider's mails lead somebody who has a bill to pay.
    behaviour: { checkoutUrl: new URL('/checkout', service.publicUrl).href },
    fetch: sendLater(service.listening),
  };
}

/**
 * Webhooks that were still to be sent when the service ended are sent as soon as the provider runs again.
 * Each has three tries alone, so that none is spent on a service that does not listen yet. The wait is part
 * of the seconds that a delivery may take.
 */
function sendLater(listening: Promise<unknown>): NonNullable<EmulatorOptions['fetch']> {
  return async (url, init) => {
    const given = init.signal ? [once(init.signal, 'abort')] : [];
    await Promise.race([listening, ...given]);
    return fetch(url, init);
  };
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

async function freePort(host: string): Promise<number> {
  const probe = createServer();
  probe.listen({ host, port: 0 });
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/** What listens on every address listens on these. */
const THIS_MACHINE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * Where this machine reaches what listens on a host.
 *
 * @example reachable('0.0.0.0', 3000) // 'http://127.0.0.1:3000'
 */
function reachable(host: string, port: number): string {
  const name = THIS_MACHINE[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
