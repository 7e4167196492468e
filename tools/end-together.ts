import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { killOnExit } from './run.ts';

/**
 * Makes Ctrl-C, and what else asks this process to end, end its children first, one after the other, so that
 * each can still finish its work; a second Ctrl-C does not wait for them.
 *
 * @param children in the order in which they end
 * @param last what ends after them
 */
export function endTogether(
  children: readonly ChildProcess[],
  last: () => Promise<void> = async () => {},
): void {
  for (const child of children) killOnExit(child);
  let ending = false;
  const end = async () => {
    if (ending) process.exit(130);
    ending = true;
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    await last();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end());
}
