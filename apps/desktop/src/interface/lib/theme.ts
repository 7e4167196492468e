import { useSyncExternalStore } from 'react';
import { keepTheme, type Theme, themes } from '../../contract/app-state.ts';
import { useAction } from './use-local.ts';

const KEY = 'theme';
const listeners = new Set<() => void>();

/** Light, dark, or as the system says, as this window has it. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme);
}

/** Chooses for this window, and has the app remember it for the next ones. */
export function useChooseTheme(): (theme: Theme) => void {
  const { mutate } = useAction(keepTheme);
  return (theme) => {
    setTheme(theme);
    mutate({ body: { theme } });
  };
}

function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without a store it lasts as long as the window.
  }
  apply(theme);
  for (const listener of listeners) listener();
}

/**
 * Before anything is drawn, so that nothing flashes: the theme in the address of a new window, else the one
 * this window was given before.
 */
export function applyFirstTheme(): void {
  const given = themes.safeParse(/&theme=(\w+)/.exec(window.location.hash)?.[1]);
  if (given.success) setTheme(given.data);
  else applyStoredTheme();
}

function applyStoredTheme(): void {
  apply(readTheme());
}

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

function apply(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

function subscribe(listener: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== null && event.key !== KEY) return;
    applyStoredTheme();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}
