import { t } from '@lingui/core/macro';
import { REFUND } from '@quorate/content/refund';
import { PolicyPage } from '../../features/site/policy-page.tsx';
import { pageMeta } from '../../lib/page-meta.ts';

export function meta() {
  return pageMeta(
    REFUND.title,
    t`When a payment for a paid plan is returned, how long it takes, and how to ask for it.`,
    '/refund',
  );
}

export default function RefundPage() {
  return (
    <PolicyPage
      policy={REFUND}
      lead={t`When a payment is returned, and what you have to do for it.`}
    />
  );
}
