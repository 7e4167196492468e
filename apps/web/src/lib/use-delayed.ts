import { useEffect, useEffectEvent } from 'react';

/** Acts once, so long after `waiting` turned true; not at all when the page is left before. */
export function useDelayed(waiting: boolean, delayMs: number, act: () => void): void {
  const onTime = useEffectEvent(act);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => onTime(), delayMs);
    return () => clearTimeout(timer);
  }, [waiting, delayMs]);
}
