import { BRAND } from '@quorate/contract/brand';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { AccountLinks } from './account-links.tsx';
import { NavLinks } from './nav-links.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { useEscape } from './use-escape.ts';
import { useScrolledPast } from './use-scrolled-past.ts';

/** The bar turns solid beyond this many pixels. */
const SOLID_AFTER_PX = 10;

export function Header() {
  const solid = useScrolledPast(SOLID_AFTER_PX);
  const { key } = useLocation();
  // Remembering where it was opened closes the menu with any navigation.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const open = openedAt === key;
  useEscape(open, () => setOpenedAt(null));

  return (
    <header
      data-solid={solid || open || undefined}
      className={classNames(
        'sticky top-0 z-40 border-b transition-colors duration-150',
        solid || open ? 'border-line bg-paper' : 'border-transparent bg-transparent',
      )}
    >
      <div className="wrap flex h-[4.5rem] items-center gap-1">
        <Link
          to="/"
          className="mr-auto flex rounded-control py-2 pr-2"
          aria-label={`${BRAND.name}, home`}
        >
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          <NavLinks />
        </nav>
        <div className="hidden items-center gap-1 md:flex">
          <ThemeToggle />
          <AccountLinks />
        </div>
        <button
          type="button"
          aria-expanded={open}
          aria-controls="mobile-menu"
          aria-label={open ? 'Close menu' : 'Open menu'}
          onClick={() => setOpenedAt(open ? null : key)}
          className="-mr-2.5 grid size-11 place-items-center rounded-control text-ink md:hidden"
        >
          <Icon name={open ? 'close' : 'menu'} className="size-6" />
        </button>
      </div>
      <div
        id="mobile-menu"
        hidden={!open}
        className="wrap max-h-[calc(100dvh-4.5rem)] overflow-y-auto pb-6 md:hidden"
      >
        <nav aria-label="Menu" className="flex flex-col border-t border-line pt-3">
          <NavLinks stacked />
          <div className="mt-3 flex flex-col gap-3 border-t border-line pt-4">
            <AccountLinks stacked />
          </div>
          <div className="mt-4 flex items-center justify-between text-small text-muted">
            Light or dark
            <ThemeToggle />
          </div>
        </nav>
      </div>
    </header>
  );
}
