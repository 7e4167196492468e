import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Puts the focus on the first field that is wrong, each time that faults are found. */
export function useFocusFirstFault(
  faults: Readonly<Record<string, string>>,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    // What is folded away cannot take the focus.
    for (let fold = first?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
      fold.open = true;
    first?.focus();
  }, [faults]);
  return form;
}

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

/**
 * Puts the focus on the heading in a box once something is over whose button is gone or another by then: the
 * keyboard would begin at the top of the window. One that has moved on stays where it is.
 */
export function useHeadingWhenLost(isPending: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(isPending);
  useEffect(() => {
    const isOver = before.current && !isPending;
    before.current = isPending;
    const { activeElement, body } = document;
    if (!isOver || (activeElement !== null && activeElement !== body)) return;
    const heading = box.current?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [isPending]);
  return box;
}
