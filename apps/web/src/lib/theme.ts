import type { Theme } from '@quorate/ui/theme-choice';
import { useSyncExternalStore } from 'react';
import { readStored, removeStored, writeStored } from './browser-storage.ts';

const THEME_KEY = 'theme';

const listeners = new Set<() => void>();

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system');
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') removeStored(THEME_KEY);
  else writeStored(THEME_KEY, theme);
  applyTheme(theme);
  for (const listener of listeners) listener();
}

function readTheme(): Theme {
  const stored = readStored(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

function subscribe(listener: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== null && event.key !== THEME_KEY) return;
    applyTheme(readTheme());
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}
