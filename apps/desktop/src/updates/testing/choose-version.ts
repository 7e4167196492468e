import type { CurrentIni } from '../current-ini.ts';

/** How often the launcher starts a version that never said that it came up. */
const TRIES_MAX = 2;

export type Choice = Readonly<{
  /** The version to start; null: none can be. */
  version: string | null;
  /** What is written before it is started; null: nothing. */
  ini: CurrentIni | null;
}>;

/**
 * Which version a start of the app is of. The launcher of the installed app decides by the same table
 * (`docs/how-to/desktop.md`).
 *
 * @param isThere whether the program of a version is there
 */
export function chooseVersion(
  ini: CurrentIni | null,
  isThere: (version: string) => boolean,
): Choice {
  if (ini === null) return { version: null, ini: null };
  const { current, previous, trial, tries } = ini;
  const hasCurrent = current !== null && isThere(current);
  const hasPrevious = previous !== null && isThere(previous);
  const isTrial = trial !== null && trial === current;
  const mayTry = !isTrial || tries < TRIES_MAX;
  if (hasCurrent && isTrial && mayTry)
    return { version: current, ini: { ...ini, tries: tries + 1 } };
  // A version on trial that has no other to go back to is better than none.
  if (hasCurrent && (mayTry || !hasPrevious)) return { version: current, ini: null };
  return hasPrevious
    ? { version: previous, ini: wentBack(ini, previous) }
    : { version: null, ini: null };
}

function wentBack({ current }: CurrentIni, previous: string): CurrentIni {
  return { current: previous, previous: null, trial: null, tries: 0, rolledBack: current };
}
