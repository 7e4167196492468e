import { applyKeptTheme, setTheme } from '@quorate/ui/theme';
import { keepTheme, type Theme, themes } from '../../contract/app-state.ts';
import { useAction } from './local-client.ts';

/** Chooses for this window, and has the app remember it for the next ones. */
export function useChooseTheme(): (theme: Theme) => void {
  const { mutate } = useAction(keepTheme);
  return (theme) => {
    setTheme(theme);
    mutate({ body: { theme } });
  };
}

/**
 * Before anything is drawn, so that nothing flashes: the theme in the address of a new window, else the one
 * this window was given before.
 */
export function applyFirstTheme(): void {
  const given = themes.safeParse(/&theme=(\w+)/.exec(window.location.hash)?.[1]);
  if (given.success) setTheme(given.data);
  else applyKeptTheme();
}
