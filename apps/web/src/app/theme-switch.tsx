import { useId } from 'react';
import { setTheme, THEMES, type Theme, useTheme } from '../lib/theme.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

const CHOICES: Record<Theme, { label: string; icon: IconName }> = {
  system: { label: 'System', icon: 'screen' },
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
};

/** The colours of the site: as the system says, or always light or dark. */
export function ThemeSwitch() {
  const chosen = useTheme();
  const group = useId();
  return (
    <fieldset className="inline-flex flex-wrap rounded-control border border-line p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((theme) => (
        <label
          key={theme}
          className="relative inline-flex min-h-9 items-center gap-1.5 rounded-md px-2.5 text-tiny text-muted has-checked:bg-sunk has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={group}
            value={theme}
            data-theme-choice={theme}
            checked={chosen === theme}
            onChange={() => setTheme(theme)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon name={CHOICES[theme].icon} className="size-4" />
          {CHOICES[theme].label}
        </label>
      ))}
    </fieldset>
  );
}
