const waiting = new Set<() => void>();

/** Tells what failed while the service was out of reach that it answers again. */
export function tellServiceBack(): void {
  for (const again of waiting) again();
}

/**
 * Calls `again` when the device's network is back, and when a page that follows the service has reached it
 * again: a device that keeps its network is never told of the first.
 *
 * @returns how to stop
 */
export function onServiceBack(again: () => void): () => void {
  waiting.add(again);
  window.addEventListener('online', again);
  return () => {
    waiting.delete(again);
    window.removeEventListener('online', again);
  };
}
