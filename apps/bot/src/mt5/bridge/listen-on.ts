import { once } from 'node:events';
import { createServer, type ListenOptions } from 'node:net';
import type { Timers } from '../../timers.ts';
import { socketWire } from './socket-wire.ts';
import type { Wire, WireListener } from './wire.ts';

/** Whoever knocks beyond this many is not even heard. */
const CONNECTIONS_MAX = 16;

/**
 * Listens for terminals, on a port or a pipe.
 *
 * @throws the system's error, such as EADDRINUSE
 */
export async function listenOn(
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
