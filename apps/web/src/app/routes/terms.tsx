import { BRAND } from '@quorate/contract/brand';
import { Link } from 'react-router';
import { LegalPage, Prose } from '../../features/site/prose.tsx';
import { pageMeta } from '../../lib/page-meta.ts';

export function meta() {
  return pageMeta('Terms of Service', 'The agreement between you and us.');
}

export default function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      updated="Jan 15, 2025"
      lead={`By creating an account with ${BRAND.name} you agree to these terms.`}
    >
      <Prose title="Who may use the service">
        <p>
          You must be at least 16 years old, and allowed to trade foreign exchange where you live.
          One person, one account; keep your password to yourself.
        </p>
      </Prose>
      <Prose title="What the service is">
        <p>
          Software that analyses markets with third-party language models and, on your terminal and
          by your settings, places trades. It is a tool, not advice: you decide whether to run it,
          on which account and with which risk.
        </p>
      </Prose>
      <Prose title="Risk">
        <p>
          Trading on margin can lose your money quickly. Past and simulated results say nothing
          certain about the future. Never trade money that you cannot afford to lose.
        </p>
      </Prose>
      <Prose title="Plans and payment">
        <p>
          Paid plans are billed monthly or annually in advance, by third-party payment providers. A
          change of plan takes effect immediately. After cancellation, access lasts to the end of
          the billing cycle. Refunds follow the <Link to="/refund">Refund Policy</Link>.
        </p>
        <p>
          Each plan has limits. When one is exceeded the bot pauses until the next billing cycle or
          an upgrade.
        </p>
      </Prose>
      <Prose title="Fair use">
        <p>
          Do not resell the service, try to get around its limits, or disturb others’ use of it. We
          may close accounts that do.
        </p>
      </Prose>
      <Prose title="Liability">
        <p>
          The service comes as it is. Our liability is capped at the payment of your last billing
          cycle.
        </p>
      </Prose>
      <Prose title="Contact">
        <p>
          {BRAND.name}, {BRAND.office},{' '}
          <a href={`mailto:${BRAND.supportEmail}`}>{BRAND.supportEmail}</a>
        </p>
      </Prose>
    </LegalPage>
  );
}
