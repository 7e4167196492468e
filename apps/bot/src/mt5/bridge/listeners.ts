import { once } from 'node:events';
import { createServer, type ListenOptions } from 'node:net';
import { BotFault } from '../../bot-fault.ts';
import type { Timers } from '../../timers.ts';
import { t } from '../../words.ts';
import { socketWire, type Wire, type WireListener } from './wire.ts';

/** Whoever knocks beyond this many is not even heard. */
const CONNECTIONS_MAX = 16;

/** Nobody but this computer can dial it. */
const LOOPBACK = '127.0.0.1';

type Listening = Readonly<{ timers: Timers }>;

/**
 * Listens on the loopback address for the expert.
 *
 * @param port 0 for one that is free; the listener's address names it
 * @throws BotFault `port_in_use`, or `terminal` when the system refuses the port otherwise
 */
export function listenOnTcp({
  port,
  timers,
}: Listening & Readonly<{ port: number }>): Promise<WireListener> {
  return listenOn({ host: LOOPBACK, port, exclusive: true }, `port ${port}`, timers);
}

/**
 * Listens on a named pipe; on other systems, where only tests do so, on a socket of that path.
 *
 * @throws BotFault as `listenOnTcp`
 */
export function listenOnPipe({
  path,
  timers,
}: Listening & Readonly<{ path: string }>): Promise<WireListener> {
  return listenOn({ path }, `the pipe ${path}`, timers);
}

/** The named pipe that stands for a port on Windows. */
export function pipeName(port: number): string {
  return `\\\\.\\pipe\\quorate-${port}`;
}

async function listenOn(
  options: ListenOptions,
  what: string,
  timers: Timers,
): Promise<WireListener> {
  const early: Wire[] = [];
  let take: (wire: Wire) => void = (wire) => void early.push(wire);
  const server = createServer((socket) => take(socketWire(socket, timers)));
  server.maxConnections = CONNECTIONS_MAX;
  server.listen(options);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenFault(error, what);
  }
  const bound = server.address();
  return {
    address:
      typeof bound === 'object' && bound ? `${bound.address}:${bound.port}` : (bound ?? what),
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

/** What to do about a port or a pipe that cannot be had. */
function listenFault(error: unknown, what: string): BotFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return new BotFault(
      'port_in_use',
      t`Another program uses ${{ what }}, perhaps another copy of the bot: end it, or give this profile another bridge port.`,
      { cause: error },
    );
  const reason = code || (error instanceof Error ? error.message : String(error));
  return new BotFault(
    'terminal',
    t`The bot cannot listen on ${{ what }} (${{ reason }}): give this profile another bridge port.`,
    { cause: error },
  );
}
