import type { Timers } from '../../timers.ts';
import type { Wire } from '../bridge/wire.ts';

/** Makes connections again and again: half a second after one ended, then twice as long, up to 15 s. */
export type Redial = Readonly<{
  now(): void;
  again(): void;
  /** After the longest pause: another terminal has taken over. */
  slowly(): void;
  /** A handshake went through: the next pause is short again. */
  succeeded(): void;
  stop(): void;
}>;

const FIRST_MS = 500;
const MOST_MS = 15_000;

/** @param connect null where somebody else hands connections over */
export function createRedial(
  timers: Timers,
  connect: (() => Wire | Promise<Wire>) | null,
  take: (wire: Wire) => void,
): Redial {
  let pauseMs = FIRST_MS;
  let turn = 0;
  let callOff: (() => void) | null = null;

  async function now(): Promise<void> {
    if (!connect) return;
    turn += 1;
    const mine = turn;
    try {
      const wire = await connect();
      if (mine === turn) take(wire);
      else wire.close();
    } catch {
      // Nobody listens yet.
      if (mine === turn) again();
    }
  }

  function slowly(): void {
    callOff?.();
    callOff = timers.after(MOST_MS, () => void now());
  }

  function again(): void {
    callOff?.();
    callOff = timers.after(pauseMs, () => void now());
    pauseMs = Math.min(2 * pauseMs, MOST_MS);
  }

  return {
    now: () => void now(),
    again,
    slowly,
    succeeded() {
      pauseMs = FIRST_MS;
    },
    stop() {
      turn += 1;
      callOff?.();
      pauseMs = FIRST_MS;
    },
  };
}
