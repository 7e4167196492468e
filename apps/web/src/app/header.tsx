import { classNames } from '@quorate/ui/class-names';
import { Icon } from '@quorate/ui/icon';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { SITE } from '../lib/site.ts';
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
  const menu = useRef<HTMLDivElement>(null);
  useEscape(open, () => setOpenedAt(null));

  const taken = useRef(false);
  useEffect(() => {
    const shown = menu.current?.matches(':popover-open') ?? false;
    // Until this ran the browser opened the menu by itself; what it opened stays open.
    if (!taken.current && shown) setOpenedAt(key);
    else if (open && !shown) menu.current?.showPopover();
    else if (!open && shown) menu.current?.hidePopover();
    taken.current = true;
  }, [open, key]);
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    setOpenedAt(open ? null : key);
  };

  return (
    <header
      data-solid={solid || open || undefined}
      className={classNames(
        'sticky top-0 z-40 border-b print:hidden transition-colors duration-150 has-[:popover-open]:border-line has-[:popover-open]:bg-paper noscript:border-line noscript:bg-paper',
        solid || open ? 'border-line bg-paper' : 'border-transparent bg-transparent',
      )}
    >
      <div className="wrap flex h-[4.5rem] items-center gap-1">
        <Link
          to="/"
          className="mr-auto flex rounded-control py-2 pr-2"
          aria-label={`${SITE.name}, home`}
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
          popoverTarget="mobile-menu"
          aria-label={open ? 'Close menu' : 'Open menu'}
          onClick={toggle}
          className="-mr-2.5 grid size-11 place-items-center rounded-control text-ink md:hidden"
        >
          <Icon name={open ? 'close' : 'menu'} className="size-6" />
        </button>
      </div>
      <div
        ref={menu}
        id="mobile-menu"
        popover="auto"
        onToggle={({ newState }) => {
          if (newState === 'closed') setOpenedAt(null);
        }}
        className="inset-x-0 top-[4.5rem] bottom-auto m-0 max-h-[calc(100dvh-4.5rem)] w-full max-w-none overflow-y-auto border-0 border-b border-line bg-paper p-0 text-ink md:hidden"
      >
        <nav aria-label="Menu" className="wrap flex flex-col border-t border-line pt-3 pb-6">
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
