import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { Icon } from '@quorate/ui/icon';
import { ThemeToggle } from '@quorate/ui/theme-choice';
import {
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { signOut } from '../lib/session/sign-out.ts';
import { useSession } from '../lib/session/use-session.ts';
import { SITE } from '../lib/site.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Logo } from '../ui/logo.tsx';
import { LanguageLinks } from './language-links.tsx';

/** The bar turns solid beyond this many pixels. */
const SOLID_AFTER_PX = 10;

export function Header() {
  const solid = useScrolledPast(SOLID_AFTER_PX);
  const { key, pathname } = useLocation();
  // On the desk every line counts, and it is wider than the pages.
  const onDesk = /^\/(dashboard|demo)(\/?$|\/(decisions|trades)\/)/.test(pathname);
  // Remembering where it was opened closes the menu with any navigation, also for the way back.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const open = openedAt === key;
  if (openedAt !== null && !open) setOpenedAt(null);
  const menu = useRef<HTMLDivElement>(null);
  useEscape(open, () => setOpenedAt(null));

  const closeMenu = useEffectEvent(() => setOpenedAt(null));
  useEffect(() => {
    if (!open) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    // Every public page would load this for the few who open the menu.
    import('@quorate/ui/close-on-back').then(
      ({ closeOnBack }) => {
        if (!isOver) stop = closeOnBack(() => closeMenu());
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [open]);

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
        'sticky top-0 z-40 border-b pt-[env(safe-area-inset-top)] print:hidden transition-colors duration-150 has-[:popover-open]:border-line has-[:popover-open]:bg-paper noscript:border-line noscript:bg-paper',
        solid || open ? 'border-line bg-paper' : 'border-transparent bg-transparent',
      )}
    >
      <div
        className={classNames(
          'flex items-center gap-1',
          onDesk ? 'wrap-desk h-14' : 'wrap h-[4.5rem]',
        )}
      >
        <Link
          to="/"
          className="me-auto flex rounded-control py-2 pe-2"
          aria-label={t`${SITE.name}, home`}
        >
          <Logo />
        </Link>
        <nav aria-label={t`Main`} className="hidden items-center gap-1 md:flex">
          <NavLinks />
        </nav>
        <div className="hidden items-center gap-1 md:flex">
          <ThemeToggle className="size-11 noscript:hidden" />
          <AccountLinks />
        </div>
        <button
          type="button"
          aria-expanded={open}
          aria-controls="mobile-menu"
          popoverTarget="mobile-menu"
          aria-label={open ? t`Close menu` : t`Open menu`}
          onClick={toggle}
          className="-me-2.5 grid size-11 place-items-center rounded-control text-ink md:hidden"
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
        className={classNames(
          'inset-x-0 bottom-auto m-0 w-full max-w-none overflow-y-auto border-0 border-b border-line bg-paper p-0 text-ink md:hidden',
          onDesk
            ? 'top-[calc(3.5rem+env(safe-area-inset-top))] max-h-[calc(100dvh-3.5rem-env(safe-area-inset-top))]'
            : 'top-[calc(4.5rem+env(safe-area-inset-top))] max-h-[calc(100dvh-4.5rem-env(safe-area-inset-top))]',
        )}
      >
        <nav aria-label={t`Menu`} className="wrap flex flex-col border-t border-line pt-3 pb-6">
          <NavLinks stacked />
          <div className="mt-3 flex flex-col gap-3 border-t border-line pt-4">
            <AccountLinks stacked />
          </div>
          <div className="mt-4 flex items-center justify-between text-small text-muted">
            <Trans>
              Light or dark
              <ThemeToggle className="size-11 noscript:hidden" />
            </Trans>
          </div>
        </nav>
        <div className="wrap -mt-3 pb-6 text-small">
          <LanguageLinks />
        </div>
      </div>
    </header>
  );
}

/** Acts on the Escape key while it listens. */
function useEscape(listening: boolean, act: () => void): void {
  const onEscape = useEffectEvent(act);
  useEffect(() => {
    if (!listening) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [listening]);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Whether the page is scrolled down by more than so many pixels. */
function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > pixels,
    () => false,
  );
}

/** The links that depend on who is looking. They keep their place while the session is checked. */
function AccountLinks({ stacked = false }: { stacked?: boolean }) {
  const { status, user } = useSession();
  if (user) {
    return (
      <>
        {user.role === 'admin' && (
          <NavLink
            to="/admin"
            prefetch="intent"
            className={navLinkClass(stacked)}
          >{t`Operators`}</NavLink>
        )}
        <NavLink
          to="/dashboard"
          prefetch="intent"
          className={navLinkClass(stacked)}
        >{t`Dashboard`}</NavLink>
        <Button
          variant="secondary"
          className={stacked ? undefined : 'ms-2'}
          onClick={() => void signOut()}
        >{t`Sign Out`}</Button>
      </>
    );
  }
  // A prerendered page cannot know who looks at it; the head's script marks one with a token.
  const waiting = status === 'checking' && '[html[data-token]_&]:invisible';
  return (
    <>
      <NavLink
        to="/login"
        prefetch="intent"
        className={(state) => classNames(navLinkClass(stacked)(state), waiting)}
      >{t`Sign In`}</NavLink>
      <LinkButton
        to="/signup"
        className={classNames(!stacked && 'ms-2', waiting)}
      >{t`Start for Free`}</LinkButton>
    </>
  );
}

const LINKS = [
  { to: '/pricing', label: t`Pricing` },
  { to: '/about', label: t`About` },
  { to: '/guide', label: t`Guide` },
] as const;

function navLinkClass(stacked: boolean) {
  return ({ isActive }: { isActive: boolean }) =>
    classNames(
      'flex min-h-11 items-center rounded-control font-medium transition-colors duration-150 hover:text-ink',
      isActive ? 'text-ink' : 'text-muted',
      stacked ? 'text-body' : 'px-3 text-small',
    );
}

/** The links that everybody sees. */
function NavLinks({ stacked = false }: { stacked?: boolean }) {
  return LINKS.map(({ to, label }) => (
    <NavLink key={to} to={to} prefetch="intent" className={navLinkClass(stacked)}>
      {label}
    </NavLink>
  ));
}
