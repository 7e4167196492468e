import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PageHead } from '@quorate/ui/page-head';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import type { ReactNode } from 'react';
import { breadcrumbData } from '../../features/site/structured-data.ts';
import { latePart } from '../../lib/late-part.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { TextLink } from '../../ui/text-link.tsx';

const board = latePart(
  async () => (await import('../../features/models/board-view.tsx')).BoardView,
  <RowsSkeleton loading={t`Loading the board`} />,
  t`The board could not be loaded`,
);

export function meta() {
  return [
    ...pageMeta(
      t`Board of models`,
      t`How every model and rule has done on live trading decisions: accuracy, Brier score, log loss, cost and latency, on public record.`,
      '/models',
    ),
    { 'script:ld+json': breadcrumbData(t`Board of models`, '/models') },
  ];
}

export default function ModelsPage() {
  const isHydrated = useHydrated();
  return (
    <div className="wrap pt-8 md:pt-14">
      <PageHead title={t`Board of models`}>
        {t`How every model and rule has done on live decisions of paid accounts, held against a forecast that knows nothing but how often price rises.`}
      </PageHead>
      {!isHydrated && (
        <noscript>
          <p className="mb-6 text-small text-muted">
            <Trans>
              The board is loaded by a script. Without it,{' '}
              <a href="/api/models.csv">download it as a CSV file</a>.
            </Trans>
          </p>
        </noscript>
      )}
      <board.Part />
      <section id="how" aria-labelledby="how-title" className="mt-14 scroll-mt-24">
        <h2
          id="how-title"
          className="font-serif text-heading font-medium"
        >{t`How it is computed`}</h2>
        <div className="mt-5 grid gap-x-10 gap-y-8 text-small md:grid-cols-3">
          <Part title={t`What counts`}>
            <li>{t`Every vote on a live decision, traded or not, of an account on a paid plan.`}</li>
            <li>{t`Only where other people’s terminals have the same bars: the bar of the decision, and the one that ended it.`}</li>
            <li>{t`A vote says a chance that price rises by one ATR before it falls by one. What came first is its outcome.`}</li>
          </Part>
          <Part title={t`What the figures say`}>
            <li>{t`Accuracy: how often it leaned to the right side. The base rate is what naming the more frequent side always would have had.`}</li>
            <li>{t`Brier score and log loss: how far its chances were from what came. Lower is better.`}</li>
            <li>{t`Climatology always says how often price rises. Skill is how much lower the Brier score is than climatology’s: below 0, it knows less.`}</li>
            <li>{t`Rank goes by the lower end of the skill’s interval, so that luck on few outcomes does not win.`}</li>
          </Part>
          <Part title={t`What keeps people private`}>
            <li>{t`A row has at least 5 people behind it. Two accounts of one person are one.`}</li>
            <li>{t`Markets of fewer people are one row, other symbols, or are left out.`}</li>
            <li>{t`A row changes once 5 people have something new in it.`}</li>
            <li>{t`Votes on one bar come true together, so intervals count them as one.`}</li>
          </Part>
        </div>
        <p className="mt-6 text-small text-muted">
          {t`Past results say nothing certain about the future. A model can lose its skill.`}{' '}
          <TextLink to="/verify">{t`Verify a record`}</TextLink>
        </p>
      </section>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-body font-semibold">{title}</h3>
      <ul className="list-disc space-y-1.5 ps-4 text-muted">{children}</ul>
    </section>
  );
}
