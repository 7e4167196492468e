import { classNames } from '@quorate/ui/class-names';
import { ConvergingLines } from '@quorate/ui/converging-lines';
import { ThemeToggle as Toggle } from '@quorate/ui/theme-choice';
import { useSyncExternalStore } from 'react';
import { Link, NavLink } from 'react-router';
import { useAppState } from '../lib/app-state-context.tsx';
import { useChooseTheme, useTheme } from '../lib/theme.ts';
import { phaseWords } from '../run/phase-words.ts';
import { placesOf } from '../run/places.ts';

const ITEM =
  'flex min-h-10 items-center rounded-control px-3 text-small font-medium text-muted transition-colors duration-150 hover:bg-surface hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:text-ink';

const DOTS = {
  neutral: 'border border-line-strong',
  brand: 'bg-brand',
  gain: 'bg-gain',
  loss: 'bg-loss',
  warn: 'bg-warn',
} as const;

/** At the left of a wide window, on top of a narrow one. */
export function Navigation() {
  const { account, app, configurations } = useAppState();
  const isUnderBar = configurations.some(({ account_type: type }) => type === 'real');
  return (
    <header
      className={classNames(
        'flex flex-wrap items-center gap-x-2 border-b border-line bg-sunk px-4 py-2 md:sticky md:flex-col md:flex-nowrap md:items-stretch md:border-r md:border-b-0 md:px-3 md:py-5',
        isUnderBar ? 'md:top-8 md:h-[calc(100dvh-2rem)]' : 'md:top-0 md:h-dvh',
      )}
    >
      <Link
        to="/"
        aria-label={`${app.brand}, your configurations`}
        className="mr-auto flex items-center gap-2.5 rounded-control py-1 font-serif text-[1.25rem] font-semibold tracking-[-0.01em] md:mr-0 md:mb-5 md:px-3"
      >
        <ConvergingLines className="size-[1.5rem] shrink-0 text-brand" />
        <span className="max-xs:sr-only">{app.brand}</span>
      </Link>
      <nav aria-label="Main" className="flex min-h-0 min-w-0 gap-1 md:flex-1 md:flex-col">
        <NavLink to="/" end className={`${ITEM} shrink-0`}>
          Configurations
        </NavLink>
        <ul
          aria-label="Your configurations"
          className="mb-2 hidden min-h-0 overflow-y-auto md:block"
        >
          {configurations.map(({ configuration_name: name, run, account_type: type }) => {
            const phase = phaseWords(run);
            return (
              <li key={name}>
                <NavLink
                  to={placesOf(name).run}
                  className={classNames(ITEM, 'gap-2.5 pl-5 font-normal')}
                >
                  <span
                    aria-hidden="true"
                    className={classNames('size-2 shrink-0 rounded-full', DOTS[phase.tone])}
                  />
                  <span className="min-w-0 py-1.5 leading-tight">
                    <span className="block truncate">{name}</span>
                    <span className="block text-[0.75rem] text-muted">
                      {type === 'real' && <b className="font-semibold text-loss">Real · </b>}
                      {phase.name}
                    </span>
                  </span>
                </NavLink>
              </li>
            );
          })}
        </ul>
        <NavLink to="/settings" className={`${ITEM} shrink-0`}>
          Settings
        </NavLink>
      </nav>
      <div className="flex items-center justify-between gap-2 md:mt-3 md:border-t md:border-line md:pt-3 md:pl-3">
        <p className="hidden min-w-0 text-tiny md:block">
          <span className="block truncate font-medium">{account?.username ?? 'Signed out'}</span>
          <span className="block text-muted">
            {account?.plan ? `${account.plan.name} plan` : `Version ${app.version}`}
          </span>
        </p>
        <ThemeToggle />
      </div>
    </header>
  );
}

/** Light or dark at one press; "as the system" is in the settings. */
function ThemeToggle() {
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
