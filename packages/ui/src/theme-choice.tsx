import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { setTheme, THEMES, type Theme, useTheme } from './theme.ts';
import { useMediaQuery } from './use-media-query.ts';

const CHOICES: Record<Theme, { label: string; icon: IconName }> = {
  system: { label: t`System`, icon: 'screen' },
  light: { label: t`Light`, icon: 'sun' },
  dark: { label: t`Dark`, icon: 'moon' },
};

type ThemeSwitchProps = { onChoose?: (theme: Theme) => void };

/** Light, dark, or as the system says. */
export function ThemeSwitch({ onChoose = setTheme }: ThemeSwitchProps) {
  const chosen = useTheme();
  const group = useId();
  return (
    <fieldset className="inline-flex flex-wrap rounded-control border border-line p-0.5">
      <legend className="sr-only">{t`Theme`}</legend>
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
            onChange={() => onChoose(theme)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon name={CHOICES[theme].icon} className="size-4" />
          {CHOICES[theme].label}
        </label>
      ))}
    </fieldset>
  );
}

type ThemeToggleProps = ThemeSwitchProps & { className?: string };

/** Light or dark at one press; "as the system" is in the switch. */
export function ThemeToggle({ onChoose = setTheme, className }: ThemeToggleProps) {
  const chosen = useTheme();
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const dark = chosen === 'system' ? systemDark : chosen === 'dark';
  return (
    <button
      type="button"
      aria-label={dark ? t`Use the light theme` : t`Use the dark theme`}
      onClick={() => onChoose(dark ? 'light' : 'dark')}
      className={classNames(
        'grid shrink-0 place-items-center rounded-control text-muted transition-colors duration-150 hover:text-ink',
        className,
      )}
    >
      <Icon name={dark ? 'sun' : 'moon'} />
    </button>
  );
}
