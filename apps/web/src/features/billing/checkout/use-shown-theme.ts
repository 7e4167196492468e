import { useTheme } from '../../../lib/theme.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';

/** What the reader sees, which the provider's frame is to be like. */
export function useShownTheme(): 'light' | 'dark' {
  const chosen = useTheme();
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)');
  if (chosen !== 'system') return chosen;
  return systemDark ? 'dark' : 'light';
}
