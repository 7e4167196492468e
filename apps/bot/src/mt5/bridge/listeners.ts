import { once } from 'node:events';
import { createServer, type ListenOptions } from 'node:net';
import { BotFault } from '../../bot-fault.ts';
import type { Timers } from '../../timers.ts';
import { socketWire, type Wire, type WireListener } from './wire.ts';

/** Whoever knocks beyond this many is not even heard. */
const CONNECTIONS_MAX = 16;

/**
 * Listens for terminals, on a port or a pipe.
 *
 * @throws the system's error, such as EADDRINUSE
 */
async function listenOn(
  options: ListenOptions,
  timers: Timers,
  describe: (address: string | Readonly<{ address: string; port: number }>) => string,
): Promise<WireListener> {
  const early: Wire[] = [];
  let take: (wire: Wire) => void = (wire) => void early.push(wire);
  const server = createServer((socket) => take(socketWire(socket, timers)));
  server.maxConnections = CONNECTIONS_MAX;
  server.listen(options);
  await once(server, 'listening');
  const address = server.address();
  if (address === null) throw new Error('the server listens nowhere');
  return {
    address: describe(address),
    onWire(next) {
      take = next;
      for (const wire of early.splice(0)) next(wire);
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

/** Nobody but this computer can dial it. */
const LOOPBACK = '127.0.0.1';

/**
 * Listens on the loopback address for the expert.
 *
 * @param port 0 for one that is free; the listener's address names it
 * @throws BotFault `port_in_use`, or `terminal` when the system refuses the port otherwise
 */
export async function listenOnTcp(
  options: Readonly<{ port: number; timers: Timers }>,
): Promise<WireListener> {
  const { port, timers } = options;
  try {
    return await listenOn({ host: LOOPBACK, port, exclusive: true }, timers, (address) =>
      typeof address === 'string' ? address : `${address.address}:${address.port}`,
    );
  } catch (error) {
    throw listenFault(error, `port ${port}`);
  }
}

/** What to do about a port or a pipe that cannot be had. */
function listenFault(error: unknown, what: string): BotFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return new BotFault(
      'port_in_use',
      `Another program uses ${what}, perhaps another copy of the bot: end it, or give this profile another bridge port.`,
      { cause: error },
    );
  const reason = code || (error instanceof Error ? error.message : String(error));
  return new BotFault(
    'terminal',
    `The bot cannot listen on ${what} (${reason}): give this profile another bridge port.`,
    { cause: error },
  );
}

/** The named pipe that stands for a port on Windows. */
export function pipeName(port: number): string {
  return `\\\\.\\pipe\\quorate-${port}`;
}

/**
 * Listens on a named pipe; on other systems, where only tests do so, on a socket of that path.
 *
 * @throws BotFault `port_in_use`, or `terminal` when the system refuses it otherwise
 */
export async function listenOnPipe(
  options: Readonly<{ path: string; timers: Timers }>,
): Promise<WireListener> {
  const { path, timers } = options;
  try {
    return await listenOn({ path }, timers, () => path);
  } catch (error) {
    throw listenFault(error, `the pipe ${path}`);
  }
}
