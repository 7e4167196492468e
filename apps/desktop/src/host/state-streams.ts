import type { ServerResponse } from 'node:http';
import type { Timers } from '@quorate/bot/timers';
import { t } from '@quorate/bot/words';
import type { AppState } from '../contract/app-state.ts';
import { LocalFault } from '../local-fault.ts';
import type { OnChange } from '../parts.ts';

/** The state of the app as it is, and word of each change. */
export type StateFeed = Readonly<{ current(): AppState; onChange: OnChange }>;

export type StateStreams = Readonly<{
  /** @throws LocalFault `conflict` when too many listen */
  requireRoom(): void;
  /** @throws LocalFault as `requireRoom` */
  add(response: ServerResponse): void;
  /** How many windows listen. */
  count(): number;
  close(): void;
}>;

type Deps = Readonly<{ timers: Timers; feed: StateFeed; notify(line: string): void }>;
type Listener = { response: ServerResponse; isSlow: boolean; silentBeats: number };

/** Four times a second is as fast as eyes follow. */
const GAP_MS = 250;
const COMMENT_EVERY_MS = 15_000;
/** Comments for which a listener may take nothing before it is let go. */
const SILENT_BEATS_MAX = 4;
const LISTENERS_MAX = 32;

/**
 * Sends the whole state to every window at each change. A window that does not read gets the newest once
 * it does: what lay in between is kept nowhere.
 */
export function createStateStreams({ timers, feed, notify }: Deps): StateStreams {
  const listeners = new Set<Listener>();
  let newest = '';
  let resting: (() => void) | null = null;

  const compose = (): boolean => {
    try {
      const text = `event: state\ndata: ${JSON.stringify(feed.current())}\n\n`;
      const isNew = text !== newest;
      newest = text;
      return isNew;
    } catch (error) {
      notify(`The state of the app cannot be told: ${String(error)}`);
      return false;
    }
  };
  const write = (listener: Listener, text: string) => {
    if (listener.response.write(text)) return;
    listener.isSlow = true;
    listener.silentBeats = 0;
    listener.response.once('drain', () => {
      listener.isSlow = false;
      if (text !== newest) write(listener, newest);
    });
  };
  const tell = () => {
    if (listeners.size === 0 || !compose()) return;
    for (const listener of listeners) if (!listener.isSlow) write(listener, newest);
  };
  // What changes together is told together.
  const changed = () => {
    resting ??= timers.after(GAP_MS, () => {
      resting = null;
      tell();
    });
  };
  const beat = () => {
    for (const listener of listeners) {
      listener.silentBeats += 1;
      if (!listener.isSlow) listener.response.write(':\n\n');
      else if (listener.silentBeats >= SILENT_BEATS_MAX) listener.response.destroy();
    }
    beating = timers.after(COMMENT_EVERY_MS, beat);
  };
  let beating = timers.after(COMMENT_EVERY_MS, beat);
  const unhear = feed.onChange(changed);

  const requireRoom = () => {
    if (listeners.size < LISTENERS_MAX) return;
    throw new LocalFault(
      'conflict',
      t`${{ listenersMax: LISTENERS_MAX }} windows are open already, and the app serves no more. Close one.`,
    );
  };
  return {
    requireRoom,
    add(response) {
      requireRoom();
      const listener = { response, isSlow: false, silentBeats: 0 };
      response.once('close', () => listeners.delete(listener));
      response.on('error', () => listeners.delete(listener));
      compose();
      listeners.add(listener);
      write(listener, newest);
    },
    count: () => listeners.size,
    close() {
      unhear();
      beating();
      resting?.();
      for (const { response } of listeners) response.end();
      listeners.clear();
    },
  };
}
