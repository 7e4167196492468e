import { useIsDemo } from './demo.ts';

/** Where the dashboard that is shown stands: links within it stay in the demo. */
export function useDeskPath(): '/dashboard' | '/demo' {
  return useIsDemo() ? '/demo' : '/dashboard';
}
