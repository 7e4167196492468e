import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves focus to the new page's heading after a navigation, as a full load would, so that a screen
 * reader starts there and the keyboard does not stay in the old page.
 */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
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
