const waiting = new Set<() => void>();
let isAway = false;

/** Told by a page that follows the service and has lost it. */
export function tellServiceAway(): void {
  isAway = true;
}

/** Tells what failed while the service was out of reach that it answers again. */
export function tellServiceBack(): void {
  isAway = false;
  for (const again of waiting) again();
}

/**
 * Whether code that is sent for now cannot come: no browser asks again for a module that once failed. Where the
 * site's worker holds the files it comes all the same.
 */
export function isCodeOutOfReach(): boolean {
  return (isAway || !navigator.onLine) && !navigator.serviceWorker?.controller;
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
