import { setTheme, useTheme } from '../lib/theme.ts';
import { useMediaQuery } from '../lib/use-media-query.ts';
import { Icon } from '../ui/icon.tsx';

/** Light or dark at one click; "as my system" is in the footer. */
export function ThemeToggle() {
  const theme = useTheme();
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const dark = theme === 'system' ? systemDark : theme === 'dark';
  return (
    <button
      type="button"
      aria-label={dark ? 'Use the light theme' : 'Use the dark theme'}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
      className="grid size-11 noscript:hidden place-items-center rounded-control text-muted transition-colors duration-150 hover:text-ink"
    >
      <Icon name={dark ? 'sun' : 'moon'} />
    </button>
  );
}
