import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { FolderOwner } from '../db/folder-lock.ts';
import { createLedgerKey } from '../ledger-key.ts';
import { secretKeyFromFile } from '../secret-key-file.ts';
import type { Progress } from './progress.ts';

/** Said to whoever runs the commands about what a backup holds and lacks. */
export const words = {
  secrets: (config: Config) =>
    [
      '',
      'KEEP IT SAFE: it holds password hashes, mails and sealed secrets of every user.',
      `KEEP THE KEY, elsewhere: it is NOT in this file, and without it sealed secrets cannot be read. It is ${placeOfKey(config)}.`,
      'Releases of the desktop app are not in it either; they are in RELEASES_DIR.',
    ].join('\n'),
  key: (config: Config, taken: string | null, here: string | null) =>
    taken !== null && taken === here
      ? 'The key of this service is the one that the backup was taken with.'
      : [
          'THE KEY IS NOT THE SAME as when the backup was taken, and is not in the backup.',
          `Authenticator apps will not work, and ledgers are signed by another key, until the old key is back: it belongs in ${placeOfKey(config)}.`,
        ].join('\n'),
} as const;

function placeOfKey({ secretKey, dataDir }: Config): string {
  return secretKey ? 'the variable SECRET_KEY' : join(dataDir, 'secret.key');
}

/** Names the key without telling it. @returns null where no key was made yet */
export async function keyIdOfService({ secretKey, dataDir }: Config): Promise<string | null> {
  if (secretKey) return createLedgerKey(secretKey).id;
  if (!existsSync(join(dataDir, 'secret.key'))) return null;
  return createLedgerKey(await secretKeyFromFile(dataDir)).id;
}

export function selfAs(address: string): FolderOwner {
  return { pid: process.pid, started_at: new Date(systemClock.now()).toISOString(), address };
}

export function tell(usage: string): 2 {
  process.stderr.write(usage);
  return 2;
}

/** Does the work of a command; what fails is a sentence, and no stack. */
export async function told(work: (say: Progress) => Promise<void>): Promise<0 | 1> {
  try {
    await work((line) => void process.stdout.write(`${line}\n`));
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
