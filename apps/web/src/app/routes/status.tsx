import { t } from '@lingui/core/macro';
import { PageHead } from '@quorate/ui/page-head';
import { breadcrumbData } from '../../features/site/structured-data.ts';
import { ServiceStatusView } from '../../features/status/service-status.tsx';
import { pageMeta } from '../../lib/page-meta.ts';

export function meta() {
  return [
    ...pageMeta(
      t`Status`,
      t`Whether the service, its database, bars from bots and mail work now, and how they did in the last 90 days.`,
      '/status',
    ),
    { 'script:ld+json': breadcrumbData(t`Status`, '/status') },
  ];
}

export default function StatusPage() {
  return (
    <div className="mx-auto max-w-[48rem] px-4 pt-8 md:pt-14">
      <PageHead
        title={t`Status`}
      >{t`Whether the service works now, and how it did before.`}</PageHead>
      <ServiceStatusView />
    </div>
  );
}
