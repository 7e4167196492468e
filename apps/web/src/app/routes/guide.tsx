import { t } from '@lingui/core/macro';
import { PageHead } from '@quorate/ui/page-head';
import { GuideSearchBox } from '../../features/site/guide-search-box.tsx';
import { GuideSections } from '../../features/site/guide-sections.tsx';
import { pageMeta } from '../../lib/page-meta.ts';

export function meta() {
  return pageMeta(
    t`Setup Guide`,
    t`From an empty computer to the first session: requirements, MetaTrader 5, your account, the bot and its risk settings.`,
    '/guide',
  );
}

export default function GuidePage() {
  return (
    <div className="mx-auto max-w-[48rem] px-4 pt-8 md:pt-14">
      <PageHead
        title={t`Setup Guide`}
      >{t`From an empty computer to the first session, in eight short sections.`}</PageHead>
      <GuideSearchBox />
      <GuideSections />
    </div>
  );
}
