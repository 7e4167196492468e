import { useEffect, useEffectEvent } from 'react';

/** Calls `advance` every so often while it runs. Each start counts anew. */
export function useAutoAdvance(running: boolean, everyMs: number, advance: () => void): void {
  const onTick = useEffectEvent(advance);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => onTick(), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
}
