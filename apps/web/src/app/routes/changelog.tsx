import { t } from '@lingui/core/macro';
import { PageHead } from '@quorate/ui/page-head';
import { breadcrumbData } from '../../features/site/structured-data.ts';
import { pageMeta } from '../../lib/page-meta.ts';
import { writtenPart } from '../../ui/written-part.tsx';

const load = async () => (await import('../../features/site/changelog-view.tsx')).ChangelogView;

const Changes = writtenPart(import.meta.env.SSR ? await load() : undefined, load, {
  place: <div className="min-h-screen" />,
  missing: t`The changelog did not arrive`,
});

export function meta() {
  return [
    ...pageMeta(
      t`Changelog`,
      t`What is new in the dashboard, the app, the bot and the service, day by day, the newest first.`,
      '/changelog',
    ),
    { 'script:ld+json': breadcrumbData(t`Changelog`, '/changelog') },
  ];
}

export default function ChangelogPage() {
  return (
    <div className="mx-auto max-w-[48rem] px-4 pt-8 md:pt-14">
      <PageHead title={t`Changelog`}>{t`What is new, day by day.`}</PageHead>
      <Changes />
    </div>
  );
}
