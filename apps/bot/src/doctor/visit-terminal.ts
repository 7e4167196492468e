import { BotFault } from '../bot-fault.ts';
import type { Hello } from '../mt5/bridge/messages.ts';
import type { Permissions } from '../mt5/bridge/records.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import { openTerminalLink, untilConnected } from '../mt5/open-terminal-link.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Timers } from '../timers.ts';

/** What came of listening for the terminal for a moment. */
export type Visit =
  | Readonly<{ kind: 'here'; hello: Hello; link: Pick<TerminalLink, 'request'> }>
  /** `reason`: why one that came was sent away. */
  | Readonly<{ kind: 'nobody'; reason: string | null }>
  /** The port is another program's. */
  | Readonly<{ kind: 'taken'; reason: string }>;

/** Listens as the bot would, shows the terminal that comes to `look`, and closes. */
export type VisitTerminal = <Result>(
  profile: Profile,
  token: string,
  waitMs: number,
  look: (visit: Visit) => Promise<Result>,
) => Promise<Result>;

/** How long a terminal is given after it has dialled in, and what for. */
type Patience = Readonly<{
  ms: number;
  isSettled(hello: Hello, profile: Profile): boolean;
}>;

/**
 * Visits over the profile's port or pipe. Any account is let in, so that a wrong one can be named.
 *
 * @param interrupted ends the waiting
 * @param patience null to take the terminal as it comes
 */
export function terminalVisits(
  timers: Timers,
  interrupted: AbortSignal,
  patience: Patience | null = null,
): VisitTerminal {
  return async (profile, token, waitMs, look) => {
    let link: TerminalLink;
    try {
      link = await openTerminalLink({ timers, notify: () => {} }, profile, token, null);
    } catch (error) {
      if (!(error instanceof BotFault)) throw error;
      return look({ kind: 'taken', reason: error.message });
    }
    const over = new AbortController();
    const callOff = timers.after(waitMs, () => over.abort());
    try {
      await untilConnected(link, AbortSignal.any([over.signal, interrupted]));
      return await look(await visitOf(link, profile));
    } finally {
      callOff();
      await link.close();
    }
  };

  async function visitOf(link: TerminalLink, profile: Profile): Promise<Visit> {
    const state = link.state();
    if (state.kind === 'waiting') return { kind: 'nobody', reason: state.reason };
    if (patience === null) return { kind: 'here', hello: state.hello, link };
    const over = new AbortController();
    const callOff = timers.after(patience.ms, () => over.abort());
    const until = AbortSignal.any([over.signal, interrupted]);
    const hello = await settledHello(link, (each) => patience.isSettled(each, profile), until);
    callOff();
    const now = link.state();
    if (hello) return { kind: 'here', hello, link };
    return { kind: 'nobody', reason: now.kind === 'waiting' ? now.reason : null };
  }
}

/**
 * What a terminal says of itself once it has found its feet: one that was started a moment ago dials in
 * before it has signed in to its broker.
 *
 * @param isSettled whether there is nothing more to wait for
 * @param signal ends the waiting
 * @returns its hello with the permissions of now, settled or not; null when it has left
 */
function settledHello(
  link: Pick<TerminalLink, 'state' | 'onState' | 'onEvent'>,
  isSettled: (hello: Hello) => boolean,
  signal: AbortSignal,
): Promise<Hello | null> {
  let told: Permissions | null = null;
  const latest = () => {
    const state = link.state();
    if (state.kind !== 'connected') return null;
    return { ...state.hello, permissions: told ?? state.hello.permissions };
  };
  return new Promise((resolve) => {
    const ends = [
      link.onState(() => {
        told = null;
        look();
      }),
      link.onEvent((event) => {
        if (event.name === 'permissions') told = event.body.permissions;
        look();
      }),
    ];
    const done = () => {
      for (const end of ends) end();
      signal.removeEventListener('abort', done);
      resolve(latest());
    };
    const look = () => {
      const hello = latest();
      if (hello && isSettled(hello)) done();
    };
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
    else look();
  });
}
