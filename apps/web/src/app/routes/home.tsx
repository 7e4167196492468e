import { t } from '@lingui/core/macro';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { BetaStrip } from '../../features/site/beta-strip.tsx';
import { Hero } from '../../features/site/hero.tsx';
import { organizationData } from '../../features/site/structured-data.ts';
import { onceRead } from '../../lib/once-read.ts';
import { fullTitleMeta } from '../../lib/page-meta.ts';
import { SITE } from '../../lib/site.ts';

const REST = 'home-rest';

/** It is in the page as HTML; its code comes when somebody reads on. */
const HomeRest = lazy(async () => {
  await onceRead(REST);
  return { default: (await import('../home-rest.tsx')).HomeRest };
});

const Farewell = lazy(async () => ({ default: (await import('../farewell.tsx')).Farewell }));

export function meta() {
  const description = t`Several AI models analyse the forex market alongside your MetaTrader 5. Fixed risk rules set every trade’s size or block it, and every step is on record.`;
  return [
    ...fullTitleMeta(t`${SITE.name}: AI-assisted forex trading by quorum`, description, '/'),
    { 'script:ld+json': organizationData() },
  ];
}

export default function HomePage() {
  const { state } = useLocation();
  return (
    <>
      {state?.farewell && (
        <Suspense>
          <Farewell userId={state.farewell} />
        </Suspense>
      )}
      <Hero />
      <BetaStrip figures={SITE.figures} />
      <div id={REST}>
        <Suspense>
          <HomeRest />
        </Suspense>
      </div>
    </>
  );
}
