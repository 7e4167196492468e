import { useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';

/**
 * That an act is done; null shows nothing. Takes the focus when the control that had it is gone, so that
 * the keyboard does not start again at the top of the page.
 */
export function DoneNotice({ children }: { children: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (children !== null && (activeElement === null || activeElement === body))
      box.current?.focus();
  }, [children]);
  if (children === null) return null;
  return (
    <div ref={box} tabIndex={-1} className="mb-4 rounded-control">
      <Notice tone="success" live>
        {children}
      </Notice>
    </div>
  );
}
