import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '@quorate/bot/json-file';
import { z } from 'zod';

const document = z.object({ format: z.literal(1), wanted: z.array(z.string().max(40)).max(1_000) });

/** Names of the configurations whose bots are to run, kept over the app's and the computer's ends. */
export type Wanted = Readonly<{
  names(): readonly string[];
  has(name: string): boolean;
  add(name: string): void;
  remove(name: string): void;
}>;

/** @param notify told of a file that is damaged, or cannot be written */
export function wantedIn(dataDir: string, notify: (line: string) => void): Wanted {
  const file = join(dataDir, 'runs.json');
  const read = readJsonFile(file, document, () =>
    notify(`${file} is damaged and counts as absent: no bot is started automatically.`),
  );
  const wanted = new Map((read?.wanted ?? []).map((name) => [name.toLowerCase(), name]));

  function write(): void {
    try {
      writeJsonFile(file, { format: 1, wanted: [...wanted.values()] });
    } catch (error) {
      notify(`${file} cannot be written: ${String(error)}.`);
    }
  }

  return {
    names: () => [...wanted.values()],
    has: (name) => wanted.has(name.toLowerCase()),
    add(name) {
      if (wanted.has(name.toLowerCase())) return;
      wanted.set(name.toLowerCase(), name);
      write();
    },
    remove(name) {
      if (wanted.delete(name.toLowerCase())) write();
    },
  };
}
