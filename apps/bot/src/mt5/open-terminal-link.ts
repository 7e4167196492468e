import type { Profile } from '../profiles/profile.ts';
import type { Timers } from '../timers.ts';
import type { ExpectedAccount } from './bridge/handshake.ts';
import { listenOnPipe, listenOnTcp, pipeName } from './bridge/listeners.ts';
import { createTerminalLink, type TerminalLink } from './bridge/terminal-link.ts';

type OpenLinkDeps = Readonly<{ timers: Timers; notify(line: string): void }>;

/**
 * Listens for the terminal of a profile, on the profile's port or pipe.
 *
 * @param account null lets the terminal of any account in
 * @throws BotFault `port_in_use` or `terminal` when it cannot listen there
 */
export async function openTerminalLink(
  { timers, notify }: OpenLinkDeps,
  { bridge }: Pick<Profile, 'bridge'>,
  token: string,
  account: ExpectedAccount | null,
): Promise<TerminalLink> {
  const listener =
    bridge.transport === 'pipe'
      ? await listenOnPipe({ path: pipeName(bridge.port), timers })
      : await listenOnTcp({ port: bridge.port, timers });
  return createTerminalLink({ listener, timers, token, account, notify });
}

/** Waits until a terminal is there. @returns false when the signal came first */
export async function untilConnected(link: TerminalLink, signal: AbortSignal): Promise<boolean> {
  if (link.state().kind === 'connected') return true;
  if (signal.aborted) return false;
  return new Promise((resolve) => {
    const done = () => {
      ended();
      signal.removeEventListener('abort', done);
      resolve(link.state().kind === 'connected');
    };
    const ended = link.onState(({ kind }) => {
      if (kind === 'connected') done();
    });
    signal.addEventListener('abort', done);
  });
}
