import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Brings a title into view where a link led to it: it comes long after the page.
 *
 * @param name of the title, as addresses have it behind `#`
 * @param arrived whether what is below it has come
 */
export function useArrival(name: string, arrived: boolean): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${name}` && arrived) title.current?.scrollIntoView();
  }, [hash, name, arrived]);
  return title;
}
