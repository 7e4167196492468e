import { t } from '@lingui/core/macro';
import { PageHead } from '@quorate/ui/page-head';
import { GuideSearchBox } from '../../features/site/guide-search-box.tsx';
import { breadcrumbData } from '../../features/site/structured-data.ts';
import { pageMeta } from '../../lib/page-meta.ts';
import { useDeepLink } from '../../lib/use-deep-link.ts';
import { writtenPart } from '../../ui/written-part.tsx';

const load = async () => (await import('../../features/site/guide-sections.tsx')).GuideSections;

const Sections = writtenPart(import.meta.env.SSR ? await load() : undefined, load, {
  place: <div className="min-h-screen" />,
  missing: t`The guide did not arrive`,
});

export function meta() {
  return [
    ...pageMeta(
      t`Setup Guide`,
      t`From an empty computer to the first session: requirements, MetaTrader 5, your account, the bot and its risk settings.`,
      '/guide',
    ),
    { 'script:ld+json': breadcrumbData(t`Setup Guide`, '/guide') },
  ];
}

export default function GuidePage() {
  useDeepLink();
  return (
    <div className="mx-auto max-w-[48rem] px-4 pt-8 md:pt-14">
      <PageHead
        title={t`Setup Guide`}
      >{t`From an empty computer to the first session, in eight short sections.`}</PageHead>
      <GuideSearchBox />
      <Sections />
    </div>
  );
}
