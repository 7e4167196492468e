import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { ConfirmProvider } from '../features/security/confirm-provider.tsx';
import { QueryProvider } from '../lib/query/query-provider.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ADMIN_PAGES } from './admin-pages.tsx';

type AdminFrameProps = { operatorId: string; children: ReactNode };

/** What every page of the back office stands in. */
export function AdminFrame({ operatorId, children }: AdminFrameProps) {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // On a phone the row is wider than the screen: the page that is open is brought into sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another open page
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (!nav.current || !open) return;
    nav.current.scrollLeft = open.offsetLeft - (nav.current.clientWidth - open.offsetWidth) / 2;
  }, [pathname]);
  return (
    <QueryProvider>
      <div className="wrap pt-6 pb-10 md:pt-8">
        <p className="mb-4 text-small text-muted">
          <Trans>
            <TextLink to="/dashboard">{t`Dashboard`}</TextLink> / Operators
          </Trans>
        </p>
        <nav
          ref={nav}
          aria-label={t`Back office`}
          className="relative mb-7 flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
        >
          {ADMIN_PAGES.map(({ path, label }) => (
            <NavLink
              key={path}
              to={path === '' ? '/admin' : `/admin/${path}`}
              end={path === ''}
              className="-mb-px flex min-h-11 items-center whitespace-nowrap border-b-2 border-transparent px-3 text-small font-medium text-muted transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-brand aria-[current=page]:text-ink"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <ConfirmProvider userId={operatorId}>{children}</ConfirmProvider>
      </div>
    </QueryProvider>
  );
}
