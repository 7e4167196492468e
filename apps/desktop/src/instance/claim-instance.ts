import { BotFault } from '@quorate/bot/bot-fault';
import type { Timers } from '@quorate/bot/timers';
import { readAppFile, removeAppFile } from './app-file.ts';
import { type AppLock, isAppLockFree, takeAppLock } from './app-lock.ts';
import { quitRunning, windowAddressOfRunning } from './ask-running-app.ts';

type Deps = Readonly<{
  fetch: typeof fetch;
  timers: Timers;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  dataDir: string;
  /** Aborted when the person no longer waits. */
  interrupted: AbortSignal;
}>;

type Claim =
  | Readonly<{ kind: 'first'; lock: AppLock }>
  /** Another app runs here, and this is where it lets a window open. */
  | Readonly<{ kind: 'second'; address: string }>;

const LOOK_EVERY_MS = 100;
/** An app that begins takes the folder before it answers; one that is ending answers no more. */
const ANSWER_WITHIN_MS = 20_000;
const QUIT_WITHIN_MS = 60_000;

/**
 * Makes this process the app of the data folder, or finds the one that is. Of two that begin at the same
 * moment exactly one becomes it. After an update the app before this one is ending (`waitForEnd`), and a
 * window of it would be none.
 *
 * @returns null when it was interrupted
 * @throws BotFault `data_folder`; `not_running` when the other neither answers nor ends
 */
export async function claimInstance(
  deps: Deps & Readonly<{ waitForEnd: boolean }>,
): Promise<Claim | null> {
  const found = await within(deps, ANSWER_WITHIN_MS, async () => {
    const lock = takeAppLock(deps.dataDir);
    if (lock) {
      // One that was killed has left its port there, at which another program may listen by now.
      removeAppFile(deps.dataDir);
      return { kind: 'first', lock } as const;
    }
    if (deps.waitForEnd) return null;
    const answer = await windowAddressOfRunning(deps);
    return answer && ({ kind: 'second', address: answer.address } as const);
  });
  if (found || deps.interrupted.aborted) return found;
  throw new BotFault(
    'not_running',
    `Another app${processOf(deps)} has the data folder ${deps.dataDir} and has not answered within ${ANSWER_WITHIN_MS / 1_000} s. End it in the Task Manager (on Linux and macOS: by its process id) and start again.`,
  );
}

/**
 * Has the running app of the data folder end, bots and all, and waits until it is gone.
 *
 * @returns whether one ran
 * @throws BotFault `not_running` when it is not gone within a minute
 */
export async function quitInstance(deps: Deps): Promise<boolean> {
  const free = () => isAppLockFree(deps.dataDir);
  if (free()) return false;
  let asked = false;
  const gone = await within(deps, QUIT_WITHIN_MS, async () => {
    asked ||= await quitRunning(deps);
    return free() || null;
  });
  if (gone) return true;
  throw new BotFault(
    'not_running',
    `The app of the data folder ${deps.dataDir}${processOf(deps)} ${asked ? 'is ending and' : 'does not answer and'} has not ended within ${QUIT_WITHIN_MS / 1_000} s. End its process in the Task Manager (on Linux and macOS: by its id), then ask once more: bots that it leaves at work are stopped by that.`,
  );
}

/** Its process, where it has written that down. */
function processOf({ dataDir }: Deps): string {
  const running = readAppFile(dataDir);
  return running ? ` (process ${running.pid})` : '';
}

async function within<Found>(
  { timers, sleep, interrupted }: Deps,
  ms: number,
  look: () => Promise<Found | null>,
): Promise<Found | null> {
  // A timer, and not the clock, which may be set meanwhile.
  let isOver = false;
  const callOff = timers.after(ms, () => {
    isOver = true;
  });
  try {
    for (;;) {
      const found = await look();
      if (found !== null || interrupted.aborted || isOver) return found;
      await sleep(LOOK_EVERY_MS, interrupted);
    }
  } finally {
    callOff();
  }
}
