import { t } from '@lingui/core/macro';
import { TERMS } from '@quorate/content/terms';
import { PolicyPage } from '../../features/site/policy-page.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { SITE } from '../../lib/site.ts';

export function meta() {
  return pageMeta(
    TERMS.title,
    t`The agreement between you and us: who may use the service, its risks, payment and liability.`,
    '/terms',
  );
}

export default function TermsPage() {
  return (
    <PolicyPage
      policy={TERMS}
      lead={t`By creating an account with ${SITE.name} (${SITE.office}) you agree to these terms.`}
    />
  );
}
