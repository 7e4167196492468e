import { t } from '@lingui/core/macro';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { ChatLauncher } from '../features/chat/chat-launcher.tsx';
import { watchInstallPrompt } from '../lib/install-prompt.ts';
import { subscribeToExpiry } from '../lib/session/session.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

watchInstallPrompt();

/** What every page stands in. */
export default function PageLayout() {
  useExpiryRedirect();
  const main = useFocusOnNavigation();
  // What is asked there is asked as the demo, which may not.
  const mayChat = !useLocation().pathname.startsWith('/demo');
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-brand px-4 py-2 text-brand-ink focus:not-sr-only focus:fixed focus:top-3 focus:start-3"
      >{t`Skip to content`}</a>
      <Header />
      <main ref={main} id="content" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <Footer />
      {mayChat && <ChatLauncher />}
    </div>
  );
}

/** Goes to the sign-in page when the service no longer knows the session; signing in leads back. */
function useExpiryRedirect(): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const leave = useEffectEvent(() => {
    const place = `${pathname}${search}${hash}`;
    // Every public page would load this for the few whose session ends there.
    void import('../lib/after-sign-in.ts').then(({ keepPlace }) => keepPlace(place));
    void navigate('/login');
  });
  useEffect(() => subscribeToExpiry(() => leave()), []);
}

/**
 * Moves focus to the new page's heading after a navigation, as a full load would, so that a screen
 * reader starts there and the keyboard does not stay in the old page.
 */
function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);

  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (hash !== '') return;
    // A page may have put the cursor where its reader goes on.
    const focused = document.activeElement;
    if (focused instanceof HTMLInputElement && main.current?.contains(focused)) return;
    const heading = main.current?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, [pathname, hash]);

  return main;
}
