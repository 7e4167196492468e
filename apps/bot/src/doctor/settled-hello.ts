import type { Hello } from '../mt5/bridge/messages.ts';
import type { Permissions } from '../mt5/bridge/records.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';

/**
 * What a terminal says of itself once it has found its feet: one that was started a moment ago dials in
 * before it has signed in to its broker.
 *
 * @param isSettled whether there is nothing more to wait for
 * @param signal ends the waiting
 * @returns its hello with the permissions of now, settled or not; null when it has left
 */
export function settledHello(
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
