import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Wine } from './wine.ts';

/** What the recorder wrote down: the folder of its version and its arguments, one line for each start. */
export function callsOf(wine: Wine) {
  const file = join(wine.home, 'AppData/Local/calls.txt');
  const read = (): readonly string[] => {
    try {
      return readFileSync(file, 'latin1').split('\n').slice(0, -1);
    } catch {
      return [];
    }
  };
  return {
    read,
    forget: () => rmSync(file, { force: true }),
    /** Waits for so many; a launcher does not wait for what it starts. */
    async atLeast(count: number): Promise<readonly string[]> {
      for (let looks = 0; looks < 200; looks += 1) {
        const calls = read();
        if (calls.length >= count) return calls;
        await sleep(25);
      }
      throw new Error(`${count} starts were expected, and these came: ${read().join('; ')}`);
    },
  };
}
