import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { readVerifierKey, type VerifierKey, verifierKeyText } from '@quorate/tlog/note';

/** Where the command that verifies files keeps the keys of logs that its user has trusted on first use. */
export function knownLogsFile(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'quorate', 'known-logs');
}

/**
 * The keys that a file of known logs holds, a line each, the one that was pinned last at the end.
 *
 * @returns none where there is no file
 * @throws Error for a file that holds something else
 */
export function readKnownLogs(file: string): VerifierKey[] {
  return readText(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const key = readVerifierKey(line);
      if (!key) throw new Error(`${file} holds a line that is no key: ${line}`);
      return key;
    });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** Trusts a key from now on, in the place of another one of its log where there is one. */
export function pinKey(file: string, key: VerifierKey): void {
  const others = readKnownLogs(file).filter(({ name }) => name !== key.name);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const text = [...others, key].map((each) => `${verifierKeyText(each)}\n`).join('');
  // Whole or not at all, also where several programs pin at once.
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, file);
}
