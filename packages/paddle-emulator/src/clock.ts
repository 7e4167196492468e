/** Where the emulator takes the time from, in milliseconds since 1970. */
export type Clock = { now: () => number };

/** The machine's own clock: the only place of this package that asks for the time. */
export const machineClock: Clock = { now: () => Date.now() };

/** A clock that runs with another one and can be put forward. */
export type MovableClock = Clock & {
  /** How far it is ahead, in milliseconds; kept across restarts. */
  offsetMs: () => number;
  /** Puts it forward to a moment; one that has passed changes nothing. */
  moveTo: (momentMs: number) => void;
};

/**
 * Makes a clock that runs with `source`, ahead by an offset.
 *
 * @param offsetMs in milliseconds
 * @example const clock = createMovableClock(machineClock); clock.moveTo(clock.now() + 86_400_000);
 */
export function createMovableClock(source: Clock, offsetMs = 0): MovableClock {
  let ahead = offsetMs;
  return {
    now: () => source.now() + ahead,
    offsetMs: () => ahead,
    moveTo: (momentMs) => {
      ahead = Math.max(ahead, momentMs - source.now());
    },
  };
}
