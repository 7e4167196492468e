import { t } from '@lingui/core/macro';
import { PageHead } from '@quorate/ui/page-head';
import {
  BetaClaims,
  CoreValues,
  FounderStory,
  ThirdPartyModels,
} from '../../features/site/about-parts.tsx';
import { ClosingCall } from '../../features/site/closing-call.tsx';
import { Promises } from '../../features/site/promises.tsx';
import { pageMeta } from '../../lib/page-meta.ts';

export function meta() {
  return pageMeta(
    t`About`,
    t`Why we let several models vote and plain rules decide: our mission, our values and how it began.`,
    '/about',
  );
}

export default function AboutPage() {
  return (
    <>
      <div className="mx-auto mb-20 max-w-[48rem] px-4 pt-8 md:pt-14">
        <PageHead
          title={t`No single voice should move your money.`}
        >{t`Our mission: to give retail traders what a good trading floor has. Several independent opinions, a risk desk that can say no, and a record that anyone can check.`}</PageHead>
        <BetaClaims />
        <ThirdPartyModels />
        <CoreValues />
        <Promises />
        <FounderStory />
      </div>
      <ClosingCall
        title={t`Look over its shoulder.`}
        text={t`Start free on a demo account, or ask us anything first.`}
        first={{ to: '/signup', label: t`Start for Free` }}
        second={{ to: '/contact', label: t`Contact us` }}
      />
    </>
  );
}
