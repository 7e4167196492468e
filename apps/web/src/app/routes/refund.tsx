import { BRAND } from '@quorate/contract/brand';
import { LegalPage, Prose } from '../../features/site/prose.tsx';
import { pageMeta } from '../../lib/page-meta.ts';

export function meta() {
  return pageMeta('Refund Policy', 'When a payment is returned, and how to ask for it.');
}

export default function RefundPage() {
  return (
    <LegalPage
      title="Refund Policy"
      updated="Jan 10, 2025"
      lead="Payments for paid plans are final, except in the cases below."
    >
      <Prose title="When we refund">
        <ul>
          <li>
            <strong>A billing mistake:</strong> you were charged twice, or a wrong amount.
          </li>
          <li>
            <strong>An outage:</strong> the service was unavailable for more than 72 consecutive
            hours.
          </li>
        </ul>
        <p>An approved refund is processed in 5-7 business days.</p>
      </Prose>
      <Prose title="Trading results">
        <p>A loss in the market is not a reason for a refund: no result is promised.</p>
      </Prose>
      <Prose title="Cancelling">
        <p>
          You may cancel at any time. After cancellation, access lasts to the end of the billing
          cycle, and nothing more is charged.
        </p>
      </Prose>
      <Prose title="How to ask">
        <p>
          Write to <a href={`mailto:${BRAND.supportEmail}`}>{BRAND.supportEmail}</a> with the
          address of your account and the date of the payment. We reply within 24 hours.
        </p>
      </Prose>
    </LegalPage>
  );
}
