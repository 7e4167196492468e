import { createContext, useContext } from 'react';

/** Whether a part of the dashboard shows the live demo: there is nothing to change then. */
export const DemoContext = createContext(false);

export function useIsDemo(): boolean {
  return useContext(DemoContext);
}

/** Where the dashboard that is shown stands: links within it stay in the demo. */
export function useDeskPath(): '/dashboard' | '/demo' {
  return useIsDemo() ? '/demo' : '/dashboard';
}

/** Whether the page is the live demo's, whose calls are the demo's alone, whoever is signed in. */
export function onDemo(): boolean {
  return /^\/demo\/?$/i.test(window.location.pathname);
}
