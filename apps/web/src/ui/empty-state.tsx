import type { ReactNode } from 'react';
import { ConvergingLines } from './converging-lines.tsx';

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode };

/** Says what is not there yet and what to do next. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center">
      <ConvergingLines className="size-10 text-brand/70" />
      <p className="mt-4 font-serif text-heading">{title}</p>
      {children && <div className="mt-1.5 max-w-[28rem] text-small text-muted">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
