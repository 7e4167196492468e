import { type RefObject, useEffect, useState } from 'react';

/** What the licence of the library of the canvas charts asks for on the page. */
export function LibraryNotice() {
  return (
    <>
      Drawn with TradingView Lightweight Charts™, Copyright © 2026{' '}
      <a href="https://www.tradingview.com/" className="underline underline-offset-4">
        TradingView, Inc.
      </a>
    </>
  );
}

/** About half a screen of a phone: what is that near is ready when it is scrolled to. */
const MARGIN = '400px';

/**
 * Whether an element is in sight, or nearly: what costs much to draw waits for it. Once near it stays so until
 * its part of the page is hidden.
 */
export function useNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        setNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      setNear(false);
    };
  }, [element]);
  return near;
}
