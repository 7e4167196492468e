let hear: ((event: PopStateEvent) => void) | null = null;
let isListening = false;

/**
 * Hears of steps through the history before the router does. To be called before the router starts: a
 * browser tells of a step in the order in which its listeners came, capturing or not.
 */
export function listenForSteps(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('popstate', (event) => hear?.(event), { capture: true });
}

/** @param listener hears of each step from now on, and may keep it from the router */
export function hearSteps(listener: (event: PopStateEvent) => void): void {
  listenForSteps();
  hear = listener;
}
