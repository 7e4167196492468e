import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page's code runs: false in prerendered HTML, where a click would be lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
