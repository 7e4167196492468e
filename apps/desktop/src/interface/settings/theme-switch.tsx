import { ThemeSwitch as Switch } from '@quorate/ui/theme-choice';
import { useChooseTheme, useTheme } from '../lib/theme.ts';

/** Light, dark, or as the system says, for this window and the next ones. */
export function ThemeSwitch() {
  return <Switch chosen={useTheme()} onChoose={useChooseTheme()} />;
}
