import { Icon } from '@quorate/ui/icon';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../../../lib/use-media-query.ts';

type FoldedProps = {
  /** What stands for it while it is closed. */
  summary: string;
  children: ReactNode;
};

/** What is in order, and long: behind its summary on a phone, so that what is not stands on one screen. */
export function FoldedOnPhone({ summary, children }: FoldedProps) {
  const wide = useMediaQuery('(min-width: 48rem)');
  if (wide) return children;
  return (
    <details className="group text-small">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-sm text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        {summary}
        <Icon
          name="down"
          className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
