import { Badge } from '../../ui/badge.tsx';
import { HypotheticalNote } from './hypothetical-note.tsx';

const FIGURES = [
  { figure: '5+', name: 'active beta testers' },
  { figure: '50+', name: 'simulated trades' },
  { figure: '55%', name: 'preliminary strategy accuracy' },
  { figure: '1:2', name: 'average risk-reward ratio' },
] as const;

/** Beta-stage figures, with the word beside each and their limits below. */
export function BetaStrip() {
  return (
    <section className="wrap" aria-label="Beta figures">
      <dl className="grid grid-cols-2 border-y border-line lg:grid-cols-4">
        {FIGURES.map(({ figure, name }) => (
          <div
            key={name}
            className="flex flex-col-reverse justify-end border-line py-5 even:border-l even:pl-5 nth-[n+3]:border-t lg:border-l lg:pl-6 lg:first:border-l-0 lg:first:pl-0 lg:nth-[n+3]:border-t-0"
          >
            <dt className="mt-1 pr-3 text-[0.875rem] text-muted">
              {name} <Badge className="ml-1">beta</Badge>
            </dt>
            <dd className="font-serif text-[2.125rem] leading-tight font-medium tabular-nums lining-nums">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      <HypotheticalNote className="mt-3" />
    </section>
  );
}
