import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type PageHeadProps = { title: string; centered?: boolean; children?: ReactNode };

/** The heading of a page and its first fact. */
export function PageHead({ title, centered = false, children }: PageHeadProps) {
  return (
    <div className={classNames('mb-8', centered && 'text-center')}>
      <h1 className="font-serif text-display font-medium">{title}</h1>
      {children && (
        <p className={classNames('mt-4 max-w-[34em] text-body text-muted', centered && 'mx-auto')}>
          {children}
        </p>
      )}
    </div>
  );
}
