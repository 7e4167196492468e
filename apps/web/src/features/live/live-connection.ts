import { createEventReader } from '@quorate/contract/event-stream';
import { getLive, type LiveTopic, liveChange } from '@quorate/contract/live-stream';
import { tellServiceAway, tellServiceBack } from '../../lib/service-back.ts';
import { expireSession, getSession } from '../../lib/session/session.ts';

export type LiveState = 'live' | 'reconnecting' | 'offline';

type Listeners = {
  onState: (state: LiveState) => void;
  onChange: (topics: readonly LiveTopic[]) => void;
};

/** The service says something every 15 s; a line that is silent for longer is dead, whatever it says. */
const DEAD_MS = 40_000;
/** What ends sooner was no connection: something on the way lets none through, and would be asked without end. */
const STEADY_MS = 10_000;
const FIRST_WAIT_MS = 500;
/** What a proxy answers that does not reach the service; the service's own 503 only refuses a stream. */
const WITHOUT_SERVICE: ReadonlySet<number> = new Set([502, 504]);
const LONGEST_WAIT_MS = 20_000;

/**
 * Follows what changes until it is told to stop. A connection that breaks is made again after a wait that
 * grows and is different for everybody, and goes on where it was; coming online ends the wait.
 *
 * @returns how to stop
 */
export function followLive({ onState, onChange }: Listeners): () => void {
  const stop = new AbortController();
  let lastId = '';
  let failures = 0;
  let wake = () => {};
  const onOnline = () => wake();
  const onOffline = () => onState('offline');
  // Whoever comes back to the page looks at it now.
  const onShown = () => {
    if (document.visibilityState === 'visible') wake();
  };
  window.addEventListener('online', onOnline);
  window.addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onShown);

  const read = createEventReader(({ id, name, data }) => {
    lastId = id;
    const change = name === 'changed' ? liveChange.safeParse(parse(data)) : null;
    if (change?.success && change.data.changed.length > 0) onChange(change.data.changed);
  });

  async function connect(): Promise<'again' | 'over'> {
    const { token } = getSession();
    const dead = new AbortController();
    let timer = setTimeout(() => dead.abort(), DEAD_MS);
    let openedAt = Number.POSITIVE_INFINITY;
    let answered = false;
    try {
      const response = await fetch(getLive.path, {
        headers: {
          Accept: 'text/event-stream',
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...(lastId === '' ? {} : { 'Last-Event-ID': lastId }),
        },
        signal: AbortSignal.any([stop.signal, dead.signal]),
      });
      answered = true;
      if (response.status === 401) {
        expireSession(token);
        return 'over';
      }
      if (WITHOUT_SERVICE.has(response.status)) tellServiceAway();
      else tellServiceBack();
      if (!response.ok || !response.body) return 'again';
      onState('live');
      openedAt = performance.now();
      const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await pieces.read();
        if (done) return 'again';
        clearTimeout(timer);
        timer = setTimeout(() => dead.abort(), DEAD_MS);
        read(value);
      }
    } catch {
      // A service that answers and lets no stream through is there for everything else.
      if (!answered && !stop.signal.aborted) tellServiceAway();
      // Whatever broke, it is tried again.
      return 'again';
    } finally {
      clearTimeout(timer);
      if (performance.now() - openedAt >= STEADY_MS) failures = 0;
    }
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      if ((await connect()) === 'over' || stop.signal.aborted) return;
      // Half a line that came before the break is no beginning of what comes after it.
      read('\n\n');
      onState(navigator.onLine ? 'reconnecting' : 'offline');
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, wait * (0.5 + Math.random() / 2));
      });
      wake = () => {};
    }
  }

  void run();
  return () => {
    stop.abort();
    wake();
    // Nobody would say any more that it is back.
    tellServiceBack();
    window.removeEventListener('online', onOnline);
    window.removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onShown);
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
