import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type CardProps = { className?: string; children: ReactNode };

export function Card({ className, children }: CardProps) {
  return (
    <div
      className={classNames(
        'rounded-card border border-line bg-surface shadow-card',
        className ?? 'p-6',
      )}
    >
      {children}
    </div>
  );
}
