import { t } from '@lingui/core/macro';
import { PRIVACY } from '@quorate/content/privacy';
import { translated } from '@quorate/content/translated';
import { sayText } from '@quorate/ui/i18n';
import { PolicyPage } from '../../features/site/policy-page.tsx';
import { pageMeta } from '../../lib/page-meta.ts';

const policy = translated(PRIVACY, sayText);

export function meta() {
  return pageMeta(
    policy.title,
    t`What we store about you, why, who else sees it, and how to have it removed.`,
    '/privacy',
  );
}

export default function PrivacyPage() {
  return (
    <PolicyPage
      policy={policy}
      lead={t`What we know about you, why we know it, and how you have it removed.`}
    />
  );
}
