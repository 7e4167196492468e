import { t } from '@lingui/core/macro';
import { PRIVACY } from '@quorate/content/privacy';
import { PolicyPage } from '../../features/site/policy-page.tsx';
import { pageMeta } from '../../lib/page-meta.ts';

export function meta() {
  return pageMeta(
    PRIVACY.title,
    t`What we store about you, why, who else sees it, and how to have it removed.`,
    '/privacy',
  );
}

export default function PrivacyPage() {
  return (
    <PolicyPage
      policy={PRIVACY}
      lead={t`What we know about you, why we know it, and how you have it removed.`}
    />
  );
}
