import { textByFigures } from '@quorate/contract/site-settings';
import { Button } from '@quorate/ui/button';
import { useLoad } from '../../lib/use-load.ts';
import { type Figure, FigureStrip } from './figure-strip.tsx';
import type { ComputedFigures } from './ledger-figures.ts';

const BETA = [
  { figure: '5+', name: 'active beta testers' },
  { figure: '50+', name: 'simulated trades' },
  { figure: '55%', name: 'preliminary strategy accuracy' },
  { figure: '1:2', name: 'average risk-reward ratio' },
] as const;

/** Where a figure is not known, or there is none. */
const NO_FIGURE = '–';

/** Stands until computed figures are there, and where scripts are off. */
const WAITING = 'Computed from the record of closed trades; shown once this page’s script has run.';

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
    <FigureStrip source="ledger" figures={figures ?? figuresAtFirst('ledger')}>
      <p role="status">
        {failed ? 'The figures could not be loaded.' : (data?.computed ?? WAITING)}
      </p>
      {failed && (
        <Button variant="secondary" size="small" onClick={again} busy={busy}>
          Retry
        </Button>
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
