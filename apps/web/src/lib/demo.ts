import { createContext, useContext } from 'react';

/** Whether a part of the dashboard shows the live demo: there is nothing to change then. */
export const DemoContext = createContext(false);

export function useIsDemo(): boolean {
  return useContext(DemoContext);
}
