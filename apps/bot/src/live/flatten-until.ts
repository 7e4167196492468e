import { BotFault } from '../bot-fault.ts';
import type { Flattened } from './halt-switch.ts';
import type { LiveRun } from './live-run.ts';

/**
 * Closes everything, for as long as somebody waits for it.
 *
 * @throws BotFault `interrupted` with what is still open when the signal comes first
 */
export async function flattenUntil(
  { halt, terminal }: Pick<LiveRun, 'halt' | 'terminal'>,
  signal: AbortSignal,
): Promise<readonly Flattened[]> {
  const ended = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  const closed = await Promise.race([halt.flatten('command'), ended]);
  if (closed) return closed;
  const open = (await terminal.broker.ownPositions()) ?? [];
  const which = open.map(({ ticket, side, lots, symbol }) => `${ticket} ${side} ${lots} ${symbol}`);
  throw new BotFault(
    'interrupted',
    `Not everything is closed. Still open: ${which.join(', ') || 'the terminal does not say'}. The stops stand at the broker. Run flatten again, or close them by hand in the terminal; the next "bot live" goes on closing.`,
  );
}
