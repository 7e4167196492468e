import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type DisclosureProps = { title: ReactNode; id?: string; children: ReactNode };

/**
 * A section that opens and closes; the browser finds its words even while it is closed, and paper shows
 * them. The anchor stands inside, so that a link to it opens the section before any script has run.
 */
export function Disclosure({ title, id, children }: DisclosureProps) {
  return (
    <details className="group border-b border-line first:border-t print:[&::details-content]:[content-visibility:visible]">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-sm py-3 font-medium hyphens-auto [overflow-wrap:anywhere] [&::-webkit-details-marker]:hidden">
        {title}
        <Icon
          name="down"
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180 print:hidden"
        />
      </summary>
      <div id={id} className="scroll-mt-16 pb-6 text-muted">
        {children}
      </div>
    </details>
  );
}
