import { ThemeToggle as Toggle } from '@quorate/ui/theme-choice';
import { useSyncExternalStore } from 'react';
import { useChooseTheme, useTheme } from '../lib/theme.ts';

/** Light or dark at one press; "as the system" is in the settings. */
export function ThemeToggle() {
  return (
    <Toggle
      chosen={useTheme()}
      onChoose={useChooseTheme()}
      systemDark={useSyncExternalStore(follow, isSystemDark)}
      className="size-10"
    />
  );
}

function systemTheme(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

function isSystemDark(): boolean {
  return systemTheme().matches;
}

function follow(listener: () => void): () => void {
  const query = systemTheme();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
