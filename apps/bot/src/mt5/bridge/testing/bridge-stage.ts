import type { ExpectedAccount } from '../handshake.ts';
import type { EventMessage } from '../messages.ts';
import { createTerminalLink, type LinkState } from '../terminal-link.ts';
import { dialAsExpert, TEST_TOKEN } from './fake-expert.ts';
import { createManualTimers } from './manual-timers.ts';
import { createMemoryListener, type MemoryWireOptions } from './memory-wires.ts';

type ExpertOptions = Parameters<typeof dialAsExpert>[2];

/** A link in memory on a clock that the test moves, with everything it says written down. */
export function createBridgeStage(account: ExpectedAccount | null = null) {
  const timers = createManualTimers();
  const listener = createMemoryListener(timers);
  const log: string[] = [];
  const events: EventMessage[] = [];
  const states: LinkState[] = [];
  const link = createTerminalLink({
    listener,
    timers,
    token: TEST_TOKEN,
    account,
    notify: (line) => void log.push(line),
  });
  link.onEvent((event) => void events.push(event));
  link.onState((state) => void states.push(state));
  return {
    timers,
    listener,
    link,
    log,
    events,
    states,
    /** A terminal dials and has had time for its handshake. */
    dial: async (options?: ExpertOptions, wire?: MemoryWireOptions) => {
      const wires = listener.dial(wire);
      const expert = dialAsExpert(wires.terminal, timers, options);
      await timers.advance(0);
      return { wires, expert };
    },
  };
}
