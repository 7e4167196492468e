import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Config } from '../../config/config.ts';
import { secretKeyFromFile } from '../../config/secret-key.ts';
import { databasePlace, embeddedExists, otherDatabaseWords } from '../../db/database-place.ts';
import type { FolderOwner } from '../../db/folder-lock.ts';
import { findKeyInUse } from '../../db/key-in-use.ts';
import type { Db } from '../../db/tables.ts';
import { createLedgerKey } from '../../features/ledger/ledger-key.ts';
import { systemClock } from '../../process/clock.ts';

/** Takes a line for whoever waits. */
export type Say = (line: string) => void;

/** A command does not do what was asked; the message says why, and what to do. */
class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

/** What a command says of itself; standard output is for what it was asked for. */
export const aside: Say = (line) => void process.stderr.write(`${line}\n`);

/**
 * Names the database that a command is about to work on.
 *
 * @throws CommandRefused where the folder of an embedded database belongs to another user: what is written
 *   there would be closed to the service
 */
export async function nameDatabase(config: Config, say: Say = aside): Promise<void> {
  const isNew = !config.databaseUrl && !embeddedExists(config.dataDir);
  say(`Database: ${databasePlace(config)}${isNew ? ', which does not exist yet' : ''}`);
  const other = await otherDatabaseWords(config);
  if (other !== null) say(other);
  if (!config.databaseUrl) await expectOwnFolder(config.dataDir);
}

/** @throws CommandRefused where it is another user's: what is written there would be closed to that user */
export async function expectOwnFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  const self = process.getuid?.();
  if (found && self !== undefined && found.uid !== self)
    throw new CommandRefused(
      `The folder ${folder} belongs to user ${found.uid}, and this command runs as user ${self}. Run it as the user of the service (sudo -u).`,
    );
}

/**
 * Asks before data is written. Without a terminal nobody can answer, and `--yes` has to.
 *
 * @param what a whole sentence that names what would be written, and where
 * @throws CommandRefused unless the answer is yes
 */
export async function consent(what: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new CommandRefused(
      `${what} Nothing was changed. To do it without a question, add --yes.`,
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // The end of the input is no answer, and would otherwise leave the question open for good.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const answer = await Promise.race([terminal.question(`${what} Go on? [y/N] `), closed]);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandRefused('Nothing was changed.');
}

/**
 * @param otherKey whether `--other-key` was typed
 * @throws CommandRefused where the service used the data with another key than the configured one
 */
export async function expectKey(
  db: Db,
  config: Config,
  otherKey: boolean,
  say: Say = aside,
): Promise<void> {
  const used = await findKeyInUse(db);
  const here = await keyIdOfService(config);
  if (used === null || used === here) return;
  const words = `The key of ${databasePlace(config)} is ${used}, and ${
    here === null ? `there is none in ${placeOfKey(config)}` : `${placeOfKey(config)} is ${here}`
  }.`;
  if (!otherKey)
    throw new CommandRefused(
      `${words} These are likely the settings of another service. Nothing was changed. Add --other-key to go on all the same.`,
    );
  say(`${words} Going on, as --other-key says.`);
}

export function placeOfKey({ secretKey, dataDir }: Config): string {
  return secretKey ? 'SECRET_KEY' : join(dataDir, 'secret.key');
}

/** Names the key without telling it. @returns null where no key was made yet */
export async function keyIdOfService(config: Config): Promise<string | null> {
  const key = await keyOfService(config);
  return key && createLedgerKey(key).id;
}

/** @returns null where no key was made yet */
export async function keyOfService({ secretKey, dataDir }: Config): Promise<Uint8Array | null> {
  if (secretKey) return secretKey;
  return existsSync(join(dataDir, 'secret.key')) ? secretKeyFromFile(dataDir) : null;
}

export function selfAs(address: string): FolderOwner {
  return { pid: process.pid, started_at: new Date(systemClock.now()).toISOString(), address };
}

/** Does the work of a command; what fails is a sentence, and no stack. */
export async function told(work: (say: Say) => Promise<void>): Promise<0 | 1> {
  try {
    await work((line) => void process.stdout.write(`${line}\n`));
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
