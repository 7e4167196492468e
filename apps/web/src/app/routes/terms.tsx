import { t } from '@lingui/core/macro';
import { TERMS } from '@quorate/content/terms';
import { translated } from '@quorate/content/translated';
import { sayText } from '@quorate/ui/i18n';
import { PolicyPage } from '../../features/site/policy-page.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { SITE } from '../../lib/site.ts';

const policy = translated(TERMS, sayText);

export function meta() {
  return pageMeta(
    policy.title,
    t`The agreement between you and us: who may use the service, its risks, payment and liability.`,
    '/terms',
  );
}

export default function TermsPage() {
  return (
    <PolicyPage
      policy={policy}
      lead={t`By creating an account with ${SITE.name} (${SITE.office}) you agree to these terms.`}
    />
  );
}
