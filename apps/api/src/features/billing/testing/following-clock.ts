import type { EmulatorControl } from '@quorate/paddle-emulator/control';
import type { TestClock } from '../../../../test/helpers/test-clock.ts';

/**
 * Lets a test clock and the emulator's move together, whichever of them is moved: the emulator takes its
 * time from the test clock, and the test clock is put forward with what the emulator does on its own.
 */
export function followingClock(clock: TestClock) {
  /** What the test clock went forward after the emulator, which is ahead by as much already. */
  let followedMs = 0;
  const follow = (momentMs: number) => {
    const behindMs = momentMs - clock.now();
    if (behindMs <= 0) return;
    clock.advance(behindMs);
    followedMs += behindMs;
  };
  return {
    source: { now: () => clock.now() - followedMs },
    follow,
    control: (control: EmulatorControl): EmulatorControl => ({
      ...control,
      async moveClock(move) {
        const state = await control.moveClock(move);
        follow(Date.parse(state.now));
        return state;
      },
    }),
  };
}
