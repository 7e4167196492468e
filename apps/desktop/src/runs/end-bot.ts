import type { DesktopDeps } from '../parts.ts';

type Ending = Readonly<{
  /** False once somebody has seen its end, or wants it to run after all. */
  isStopping(): boolean;
  tell(): Promise<unknown>;
  /** Whether nothing of it is left. */
  isGone(): Promise<boolean>;
  /** The last resort. */
  kill(): void;
}>;

const KILL_MS = 45_000;
/** After which nothing more can be done. */
const STUCK_MS = 60_000;
const LOOK_MS = 150;
const STEP_MOST_MS = 5_000;

/** Tells a bot to stop until it is gone, and kills one that does not listen. */
export async function untilGone(
  deps: Pick<DesktopDeps, 'timers' | 'sleep' | 'notify'> & Readonly<{ name: string }>,
  closing: AbortSignal,
  bot: Ending,
): Promise<'gone' | 'stuck'> {
  const { timers, sleep, notify, name } = deps;
  let last = timers.now();
  let took = 0;
  let isTold = false;
  while (!closing.aborted && bot.isStopping()) {
    // A computer that sleeps, or whose clock is set, has not given it that time.
    took += Math.min(Math.max(timers.now() - last, 0), STEP_MOST_MS);
    last = timers.now();
    if (took > STUCK_MS && isTold) return 'stuck';
    if (took > KILL_MS) {
      if (!isTold)
        notify(`The bot of ${name} has not ended within ${KILL_MS / 1_000} s and is killed.`);
      isTold = true;
      bot.kill();
    }
    // Again and again: one that had waited for another's journal begins only when that one ends.
    await bot.tell();
    if (await bot.isGone()) break;
    await sleep(LOOK_MS, closing);
  }
  return 'gone';
}
