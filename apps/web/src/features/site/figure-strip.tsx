import { Badge } from '@quorate/ui/badge';
import type { ReactNode } from 'react';
import { HypotheticalNote } from './hypothetical-note.tsx';

export type Figure = {
  figure: string;
  name: string;
  /** What a computed figure was computed from. */
  sample?: string;
};

type FigureStripProps = {
  /** Where the figures come from: beta, ledger, or the place of this setting in a built page. */
  source: string;
  figures: readonly Figure[];
  /** Below computed figures: when, or why there are none. */
  children: ReactNode;
};

/**
 * Figures with the word beta beside each and their limits below. The elements are the same whatever the
 * source, because a page is built before it is known; style sheets hide what belongs to computed ones and
 * keep its room while they load.
 */
export function FigureStrip({ source, figures, children }: FigureStripProps) {
  return (
    <section className="group/strip wrap" data-figures={source} aria-label="Beta figures">
      <dl className="grid grid-cols-2 border-y border-line lg:grid-cols-4">
        {figures.map(({ figure, name, sample }) => (
          <div
            key={name}
            className="flex flex-col-reverse justify-end border-line py-5 even:border-l even:pl-5 nth-[n+3]:border-t lg:border-l lg:pl-6 lg:first:border-l-0 lg:first:pl-0 lg:nth-[n+3]:border-t-0"
          >
            <dt className="mt-1 pr-3 text-[0.875rem] text-muted">
              {name} <Badge className="ml-1">beta</Badge>
              <span className="mt-1 hidden min-h-[3lh] text-tiny xs:min-h-[2lh] sm:min-h-[1lh] lg:min-h-[2lh] xl:min-h-[1lh] group-data-[figures=ledger]/strip:block">
                {sample ?? ''}
              </span>
            </dt>
            <dd className="font-serif text-[2.125rem] leading-tight font-medium tabular-nums lining-nums">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 hidden min-h-11 items-center gap-x-3 text-tiny text-muted group-data-[figures=ledger]/strip:flex">
        {children}
      </div>
      <HypotheticalNote className="mt-3" />
    </section>
  );
}
