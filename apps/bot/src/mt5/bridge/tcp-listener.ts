import { BotFault } from '../../bot-fault.ts';
import type { Timers } from '../../timers.ts';
import { listenOn } from './listen-on.ts';
import type { WireListener } from './wire.ts';

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
export function listenFault(error: unknown, what: string): BotFault {
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
