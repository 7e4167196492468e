import { Notice } from '@quorate/ui/notice';
import { type ReactNode, useEffect, useRef } from 'react';

type FailureProps = {
  title: string;
  tone?: 'error' | 'warning';
  action?: ReactNode;
  children?: ReactNode;
};

/** Stands where the payment would be, and takes the focus: what had it may be gone. */
export function Failure({ title, tone = 'error', action, children }: FailureProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="rounded-control">
      <Notice tone={tone} live title={title} action={action}>
        {children}
      </Notice>
    </div>
  );
}
