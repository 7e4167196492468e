import { ThemeToggle as Toggle } from '@quorate/ui/theme-choice';
import { setTheme, useTheme } from '../lib/theme.ts';
import { useMediaQuery } from '../lib/use-media-query.ts';

/** Light or dark at one click; "as my system" is in the footer. */
export function ThemeToggle() {
  return (
    <Toggle
      chosen={useTheme()}
      onChoose={setTheme}
      systemDark={useMediaQuery('(prefers-color-scheme: dark)')}
      className="size-11 noscript:hidden"
    />
  );
}
