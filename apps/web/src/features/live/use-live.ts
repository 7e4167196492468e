import type { LiveTopic } from '@quorate/contract/live';
import { useEffect, useEffectEvent, useState } from 'react';
import { followLive, type LiveState } from './live-connection.ts';

/** A fast run changes something many times a second; nobody reads figures that fast. */
const PAUSE_MS = 2_000;

/**
 * Follows the service while the page is open.
 *
 * @param onChange told of topics whose figures are to be read again: at once, then at most every 2 s
 */
export function useLive(onChange: (topics: readonly LiveTopic[]) => void): LiveState {
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
