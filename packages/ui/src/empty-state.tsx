import type { ReactNode } from 'react';
import { ConvergingLines } from './converging-lines.tsx';

type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Where it stands for the whole screen. */
  isScreen?: boolean;
};

/** Says what is not there yet and what to do next. */
export function EmptyState({ title, children, action, isScreen = false }: EmptyStateProps) {
  const Title = isScreen ? 'h1' : 'p';
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center">
      <ConvergingLines className="size-10 text-brand/70" />
      <Title className="mt-4 font-serif text-heading wrap-anywhere">{title}</Title>
      {children && <div className="mt-1.5 max-w-[28rem] text-small text-muted">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
