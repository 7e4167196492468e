import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type PanelProps = { title: ReactNode; aside?: ReactNode; className?: string; children: ReactNode };

/** A titled part of the dashboard. */
export function Panel({ title, aside, className, children }: PanelProps) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className={classNames('rounded-card border border-line bg-surface p-5', className)}
    >
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={heading} className="text-body font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
