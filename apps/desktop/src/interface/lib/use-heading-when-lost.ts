import { type RefObject, useEffect, useRef } from 'react';

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
