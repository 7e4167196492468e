import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the heading of a new screen, so that a screen reader starts there and the keyboard does
 * not stay in the old one.
 *
 * @param isSigningIn whether the sign-in stands in place of every screen; it has a focus of its own
 */
export function useFocusOnNavigation(isSigningIn: boolean): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname, state } = useLocation();
  const keepsFocus = isTab(state);
  const place = isSigningIn ? null : pathname;
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    if (keepsFocus || place === null) return;
    const heading = main.current?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    (heading ?? main.current)?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [place, keepsFocus]);
  return main;
}

/** What a navigation carries that only turns to another tab of the same screen: the keyboard stays on the tab. */
export const TAB_STATE = { isTab: true } as const;

function isTab(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isTab' in state && state.isTab === true;
}
