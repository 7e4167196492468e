import { type ReactNode, useEffect, useRef } from 'react';

/** By then what is near has been painted. */
const REST_AFTER_MS = 500;

/**
 * Holds a long page that is opened in one press: first its parts that are near are drawn, the rest
 * (`drawn-when-near`) a moment later. So the press is answered sooner, and everything is there for whoever
 * prints, searches or takes a picture of the page.
 */
export function DrawnInTurn({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // Runs again each time its tab is opened: an effect rests while a kept tab is hidden.
  useEffect(() => {
    const element = box.current;
    const timer = setTimeout(() => element?.setAttribute('data-all-drawn', ''), REST_AFTER_MS);
    return () => {
      clearTimeout(timer);
      element?.removeAttribute('data-all-drawn');
    };
  }, []);
  return <div ref={box}>{children}</div>;
}
