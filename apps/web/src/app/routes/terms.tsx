import { TERMS } from '@quorate/content/terms';
import { BRAND } from '@quorate/contract/brand';
import { PolicyPage } from '../../features/site/policy-page.tsx';
import { pageMeta } from '../../lib/page-meta.ts';

export function meta() {
  return pageMeta(
    TERMS.title,
    'The agreement between you and us: who may use the service, its risks, payment and liability.',
    '/terms',
  );
}

export default function TermsPage() {
  return (
    <PolicyPage
      policy={TERMS}
      lead={`By creating an account with ${BRAND.name} (${BRAND.office}) you agree to these terms.`}
    />
  );
}
