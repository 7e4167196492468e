import { createContext, use } from 'react';

/** Tells the window that the person ended the app, so that its silence is no trouble. */
export const EndedContext = createContext<() => void>(() => undefined);

export function useTellEnded(): () => void {
  return use(EndedContext);
}
