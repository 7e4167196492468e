import { t } from '@lingui/core/macro';
import type { LiveTopic } from '@quorate/contract/live-stream';
import { classNames } from '@quorate/ui/class-names';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { followLive, type LiveState } from '../features/live/live-connection.ts';
import { useIsDemo } from '../lib/demo.ts';
import { QueryProvider } from '../lib/query/query-provider.tsx';

/** What is read again when a topic changes: first parts of the query keys of the features. */
const READ_ANEW: Record<LiveTopic, readonly string[]> = {
  trades: ['trades', 'decisions', 'desk'],
  usage: ['dashboard', 'decisions', 'desk'],
  bots: ['bots', 'desk'],
  setup: ['checklist'],
};

/** Keeps the dashboard's figures at the service's, and says whether it can. */
export function DashboardLive({ userId }: { userId: string }) {
  return <QueryProvider>{useIsDemo() ? <Poller /> : <Follower userId={userId} />}</QueryProvider>;
}

function Follower({ userId }: { userId: string }) {
  const queryClient = useQueryClient();
  const state = useLive((topics) => {
    const names = new Set(topics.flatMap((topic) => READ_ANEW[topic]));
    for (const name of names) readAgain(queryClient, [name, userId]);
  });
  return <LiveIndicator state={state} />;
}

/** Reads again what has changed. A first answer that is on its way may be older than the change: it is read twice. */
function readAgain(client: QueryClient, queryKey: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue;
    const readOnceMore = () =>
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.promise?.then(readOnceMore, readOnceMore);
  }
  void client.invalidateQueries({ queryKey });
}

/** The demo's bars come once a minute, and its answers are kept for some seconds. */
const POLL_MS = 15_000;

/** Reads the demo again and again: thousands may watch it, and none of them holds a connection open. */
function Poller() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void queryClient.invalidateQueries();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [queryClient]);
  return <LiveIndicator state="live" />;
}

/** A fast run changes something many times a second; nobody reads figures that fast. */
const PAUSE_MS = 2_000;

/**
 * Follows the service while the page is open.
 *
 * @param onChange told of topics whose figures are to be read again: at once, then at most every 2 s
 */
function useLive(onChange: (topics: readonly LiveTopic[]) => void): LiveState {
  const [state, setState] = useState<LiveState>('reconnecting');
  const tell = useEffectEvent(onChange);

  useEffect(() => {
    const waiting = new Set<LiveTopic>();
    let pause: ReturnType<typeof setTimeout> | null = null;
    const tellWaiting = () => {
      pause = null;
      if (waiting.size === 0) return;
      tell([...waiting]);
      waiting.clear();
      pause = setTimeout(tellWaiting, PAUSE_MS);
    };
    const stop = followLive({
      onState: setState,
      onChange: (topics) => {
        for (const topic of topics) waiting.add(topic);
        if (pause === null) tellWaiting();
      },
    });
    return () => {
      stop();
      if (pause !== null) clearTimeout(pause);
    };
  }, []);

  return state;
}

const WORDS: Record<LiveState, { word: string; dot: string; meaning: string }> = {
  live: {
    word: t`Up to date`,
    dot: 'bg-muted',
    meaning: t`This page updates automatically. How your bot is doing stands beside it.`,
  },
  reconnecting: {
    word: t`Reconnecting`,
    dot: 'border-[1.5px] border-warn',
    meaning: t`The page lost its connection and is connecting again. Your bot is not affected.`,
  },
  offline: {
    word: t`Page offline`,
    dot: 'border-[1.5px] border-loss',
    meaning: t`This device has no network. What is shown may be old.`,
  },
};

/** Whether the page follows the service. Told by word and shape, and read out when it changes. */
function LiveIndicator({ state }: { state: LiveState }) {
  const { word, dot, meaning } = WORDS[state];
  return (
    <span
      role="status"
      title={meaning}
      className="inline-flex items-center gap-1.5 whitespace-nowrap"
    >
      <span aria-hidden="true" className={classNames('size-2 rounded-full', dot)} />
      {word}
    </span>
  );
}
