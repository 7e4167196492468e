import { t } from '@lingui/core/macro';
import { REFUND } from '@quorate/content/refund';
import { translated } from '@quorate/content/translated';
import { sayText } from '@quorate/ui/i18n';
import { PolicyPage } from '../../features/site/policy-page.tsx';
import { pageMeta } from '../../lib/page-meta.ts';

const policy = translated(REFUND, sayText);

export function meta() {
  return pageMeta(
    policy.title,
    t`When a payment for a paid plan is returned, how long it takes, and how to ask for it.`,
    '/refund',
  );
}

export default function RefundPage() {
  return (
    <PolicyPage
      policy={policy}
      lead={t`When a payment is returned, and what you have to do for it.`}
    />
  );
}
