import type { Timers } from '../../timers.ts';
import { listenOn } from './listen-on.ts';
import { listenFault } from './tcp-listener.ts';
import type { WireListener } from './wire.ts';

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
