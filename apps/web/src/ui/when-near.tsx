import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Parts are made so long before they come into view. */
const NEAR = '600px 0px';
/** By then what is in view has what it asked for. */
const LATER_MS = 5_000;

type WhenNearProps = {
  className?: string;
  /** It stands first itself: nothing may come later and move what is below. */
  atOnce?: boolean;
  children: ReactNode;
};

/**
 * Far below what is read first: made when it comes near, when the address leads to a part of the page, or
 * when the rest has had its time. A slow phone shows the first view without waiting for it.
 */
export function WhenNear({ className, atOnce = false, children }: WhenNearProps) {
  const [isMade, setMade] = useState(atOnce);
  const box = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (isMade) return;
    const make = () => startTransition(() => setMade(true));
    if (hash !== '' || !('IntersectionObserver' in window)) return make();
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) make();
      },
      { rootMargin: NEAR },
    );
    if (box.current) observer.observe(box.current);
    const timer = setTimeout(make, LATER_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [isMade, hash]);
  return (
    <div ref={box} className={className}>
      {isMade && children}
    </div>
  );
}
