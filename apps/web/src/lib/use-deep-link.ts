import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Opens the closed section that holds what the part after # names, and shows it. Browsers do so by
 * themselves when they load a page; a navigation within the site is not one to them.
 */
export function useDeepLink(): void {
  // The whole location, not its hash: the same link, followed again, opens its section again.
  const location = useLocation();
  useEffect(() => {
    const target = targetOf(location.hash);
    const section = target?.closest('details');
    if (!target || !section || section.open) return;
    section.open = true;
    target.scrollIntoView();
  }, [location]);
}

function targetOf(hash: string): HTMLElement | null {
  try {
    return hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // A percent sign that begins no code, in an address that somebody typed.
    return null;
  }
}
