import { t } from '@lingui/core/macro';
import { textByFigures } from '@quorate/contract/site-settings';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLoad } from '../../lib/use-load.ts';
import { HypotheticalNote } from './hypothetical-note.tsx';
import type { ComputedFigures } from './ledger-figures.ts';

const BETA = [
  { figure: '5+', name: t`active beta testers` },
  { figure: '50+', name: t`simulated trades` },
  { figure: '55%', name: t`preliminary strategy accuracy` },
  { figure: '1:2', name: t`average risk-reward ratio` },
] as const;

/** Where a figure is not known, or there is none. */
const NO_FIGURE = '–';

/** Stands until computed figures are there, and where scripts are off. */
const WAITING = t`Computed from the record of closed trades; shown once this page’s script has run.`;

/**
 * The home page's figures: those of the beta stage, or computed ones where the operator turned that on.
 *
 * @param figures beta, ledger, or the place of this setting while the page is being built
 */
export function BetaStrip({ figures }: { figures: string }) {
  if (figures === 'ledger') return <LedgerStrip />;
  return (
    <FigureStrip source={figures} figures={figuresAtFirst(figures)}>
      <p role="status">{textByFigures(figures, { beta: '', ledger: WAITING })}</p>
    </FigureStrip>
  );
}

function LedgerStrip() {
  const { data, error, busy, again } = useLoad(loadComputed);
  const failed = !data && error !== null;
  const figures = data ? BETA.map(({ name }, at) => computedFigure(name, data.figures[at])) : null;
  return (
    <FigureStrip
      source="ledger"
      figures={figures ?? figuresAtFirst('ledger')}
      headline={data?.headline}
    >
      <p role="status">
        {failed ? t`The figures could not be loaded.` : (data?.computed ?? WAITING)}
      </p>
      {failed && (
        <Button variant="secondary" size="small" onClick={again} busy={busy}>{t`Retry`}</Button>
      )}
    </FigureStrip>
  );
}

/** Only sites that show computed figures load what words them. */
async function loadComputed(signal: AbortSignal): Promise<ComputedFigures> {
  const { loadLedgerFigures } = await import('./ledger-figures.ts');
  return loadLedgerFigures(signal);
}

function computedFigure(name: string, computed?: ComputedFigures['figures'][number]): Figure {
  return { name, figure: computed?.figure ?? NO_FIGURE, sample: computed?.sample ?? '' };
}

/** A page that shows computed figures never held the others, not even out of sight. */
function figuresAtFirst(source: string): Figure[] {
  return BETA.map(({ name, figure }) => ({
    name,
    figure: textByFigures(source, { beta: figure, ledger: NO_FIGURE }),
  }));
}

/** A computed figure leads to what it was computed from. */
function Evidence({ children }: { children: string }) {
  return (
    <Link
      to="/models#results"
      className="underline decoration-line-strong/60 decoration-1 underline-offset-4 hover:decoration-brand"
    >
      {children}
    </Link>
  );
}

type Figure = {
  figure: string;
  name: string;
  /** What a computed figure was computed from. */
  sample?: string;
};

type FigureStripProps = {
  /** Where the figures come from: beta, ledger, or the place of this setting in a built page. */
  source: string;
  figures: readonly Figure[];
  /** Of computed figures: what stands before them, once it is there. */
  headline?: string | undefined;
  /** Below computed figures: when, or why there are none. */
  children: ReactNode;
};

/**
 * Figures with the word beta beside each and their limits below. The elements are the same whatever the
 * source, because a page is built before it is known; style sheets hide what belongs to computed ones and
 * keep its room while they load.
 */
function FigureStrip({ source, figures, headline, children }: FigureStripProps) {
  return (
    <section className="group/strip wrap" data-figures={source} aria-label={t`Beta figures`}>
      <p className="mb-3 hidden min-h-[4lh] text-small xs:min-h-[3lh] sm:min-h-[2lh] lg:min-h-[1lh] group-data-[figures=ledger]/strip:block">
        {headline ? <Evidence>{headline}</Evidence> : ''}
      </p>
      <dl className="grid grid-cols-2 border-y border-line lg:grid-cols-4">
        {figures.map(({ figure, name, sample }) => (
          <div
            key={name}
            className="flex flex-col-reverse justify-end border-line py-5 even:border-s even:ps-5 nth-[n+3]:border-t lg:border-s lg:ps-6 lg:first:border-s-0 lg:first:ps-0 lg:nth-[n+3]:border-t-0"
          >
            <dt className="mt-1 pe-3 text-small text-muted">
              {name} <Badge className="ms-1">{t`beta`}</Badge>
              <span className="mt-1 hidden min-h-[3lh] text-tiny xs:min-h-[2lh] sm:min-h-[1lh] lg:min-h-[2lh] xl:min-h-[1lh] group-data-[figures=ledger]/strip:block">
                {sample ?? ''}
              </span>
            </dt>
            <dd className="font-serif text-title leading-tight font-medium tabular-nums lining-nums">
              {headline && figure !== NO_FIGURE ? <Evidence>{figure}</Evidence> : figure}
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
