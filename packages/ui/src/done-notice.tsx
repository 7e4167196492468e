import { useEffect, useRef } from 'react';
import { Notice, type NoticeTone } from './notice.tsx';

type DoneNoticeProps = {
  /** 'info' for what was taken on and is not done yet. */
  tone?: NoticeTone;
  children: string | null;
};

/**
 * That an act is done; null shows nothing. Takes the focus when the control that had it is gone, so that
 * the keyboard does not start again at the top of the page.
 */
export function DoneNotice({ tone = 'success', children }: DoneNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (children !== null && (activeElement === null || activeElement === body))
      box.current?.focus();
  }, [children]);
  if (children === null) return null;
  return (
    <div ref={box} tabIndex={-1} className="mb-4 rounded-control">
      <Notice tone={tone} live>
        {children}
      </Notice>
    </div>
  );
}
