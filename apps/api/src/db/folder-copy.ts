import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;
const TAKEN_WITHIN_MS = 15_000;
/** A copy writes as many bytes as the database has. */
const MADE_WITHIN_MS = 600_000;

/** The service that works in the folder does not make the copy; the message says what to do instead. */
class FolderCopyError extends Error {
  override readonly name = 'FolderCopyError';
}

const place = (dataDir: string) => join(dataDir, 'copies');

/**
 * Asks the service that works in a data folder for a copy of its database: the folder is that service's
 * own, and only it can hold still. Whoever may write to the folder may ask.
 *
 * @returns the folder of a database like one whose service was killed at that moment
 * @throws FolderCopyError when no copy comes
 */
export async function askForCopy(
  dataDir: string,
): Promise<{ folder: string; remove(): Promise<void> }> {
  const id = randomBytes(6).toString('hex');
  const path = (ending: string) => join(place(dataDir), `${id}.${ending}`);
  const remove = async () => {
    for (const ending of ['asked', 'taken', 'failed', 'copy', 'unfinished'])
      await rm(path(ending), { recursive: true, force: true });
  };
  await mkdir(place(dataDir), { recursive: true, mode: 0o700 });
  await writeFile(path('asked'), '');
  try {
    if (!(await appears(TAKEN_WITHIN_MS, () => !existsSync(path('asked')))))
      throw new FolderCopyError(
        `The service that works in ${dataDir} does not answer: no copy was begun within ${TAKEN_WITHIN_MS / 1_000} s. Stop it, and back up again.`,
      );
    const done = () => existsSync(path('copy')) || existsSync(path('failed'));
    if (!(await appears(MADE_WITHIN_MS, done)) || existsSync(path('failed'))) {
      const why = await readFile(path('failed'), 'utf8').catch(() => 'it took too long');
      throw new FolderCopyError(
        `The service could not copy its database within ${dataDir}: ${why}. A copy needs as much room as the database. Stop the service, and back up again.`,
      );
    }
    return { folder: path('copy'), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Tells the service that works in a data folder something that only it can write down.
 *
 * @returns whether it has written it down
 */
export async function tellService(dataDir: string, words: string): Promise<boolean> {
  const path = join(place(dataDir), `${randomBytes(6).toString('hex')}.told`);
  await mkdir(place(dataDir), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.unfinished`, words);
  await rename(`${path}.unfinished`, path);
  const isTaken = await appears(TAKEN_WITHIN_MS, () => !existsSync(path));
  const isRefused = existsSync(`${path}.refused`);
  for (const file of [path, `${path}.refused`]) await rm(file, { force: true });
  return isTaken && !isRefused;
}

type Answers = Readonly<{
  /** Runs work while the database writes nothing. */
  holdStill(work: () => Promise<void>): Promise<void>;
  /** Writes down what the service is told. @throws Error where it cannot */
  hear(words: string): Promise<void>;
}>;

/**
 * Looks for requests until it is stopped, makes the copies that were asked for, and hears what it is told.
 * Statements wait while a copy is made; nothing else does.
 */
export function copyWhenAsked(dataDir: string, answers: Answers): { stop(): Promise<void> } {
  let working: Promise<void> | undefined;
  const timer = setInterval(() => {
    working ??= answerRequests(dataDir, answers).finally(() => {
      working = undefined;
    });
  }, 5 * LOOK_EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await working;
    },
  };
}

async function answerRequests(dataDir: string, { holdStill, hear }: Answers): Promise<void> {
  const names = await readdir(place(dataDir)).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.told'))) {
    const path = join(place(dataDir), name);
    try {
      await hear(await readFile(path, 'utf8'));
      await rm(path, { force: true });
    } catch {
      // Told to whoever told it, who sits at the machine.
      await rename(path, `${path}.refused`).catch(() => {});
    }
  }
  for (const name of names.filter((each) => each.endsWith('.asked'))) {
    const path = (ending: string) =>
      join(place(dataDir), `${name.slice(0, -'.asked'.length)}.${ending}`);
    try {
      await rename(path('asked'), path('taken'));
      await holdStill(() =>
        cp(join(dataDir, 'database'), path('unfinished'), {
          recursive: true,
          mode: constants.COPYFILE_FICLONE,
        }),
      );
      await rename(path('unfinished'), path('copy'));
    } catch (error) {
      // Told to whoever asked, who sits at the machine; nobody else is waiting for it.
      await rm(path('unfinished'), { recursive: true, force: true });
      await writeFile(path('failed'), error instanceof Error ? error.message : '').catch(() => {});
    } finally {
      await rm(path('taken'), { force: true });
    }
  }
}

/** What was left by whoever asked and was killed. To be called before anybody can ask. */
export async function removeLeftCopies(dataDir: string): Promise<void> {
  await rm(place(dataDir), { recursive: true, force: true });
}

async function appears(withinMs: number, is: () => boolean): Promise<boolean> {
  const deadline = AbortSignal.timeout(withinMs);
  while (!is()) {
    if (deadline.aborted) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}
