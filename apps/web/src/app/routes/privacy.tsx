import { BRAND } from '@quorate/contract/brand';
import { LegalPage, Prose } from '../../features/site/prose.tsx';
import { pageMeta } from '../../lib/page-meta.ts';

export function meta() {
  return pageMeta('Privacy Policy', 'What we store about you, why, and how to have it removed.');
}

export default function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      updated="Jan 10, 2025"
      lead="We store what the service needs to work for you, and nothing to sell."
    >
      <Prose title="What we store">
        <ul>
          <li>
            <strong>Your account:</strong> username, email address and a one-way hash of your
            password.
          </li>
          <li>
            <strong>Your trading record:</strong> what the bot reports, that is trades, account
            number, broker server and account type, and the decisions behind the trades.
          </li>
          <li>
            <strong>Your use:</strong> the tokens your analyses cost, and technical logs.
          </li>
          <li>
            <strong>What you write:</strong> reviews, which are public with your username, and
            messages to us.
          </li>
        </ul>
        <p>Your terminal password stays in the desktop app. It never reaches us.</p>
      </Prose>
      <Prose title="What your browser keeps">
        <p>
          Your session, your choice of a light or dark page and a copy of your setup checklist, in
          the storage of your browser. We use no advertising or tracking cookies.
        </p>
      </Prose>
      <Prose title="Who else sees data">
        <p>
          Payments are handled by third-party providers; we never see your card number. Market
          snapshots without your name may go to the providers of the language models that vote. We
          give data to authorities only where the law demands it.
        </p>
      </Prose>
      <Prose title="Children">
        <p>The service is not for children under 13, and we do not knowingly store their data.</p>
      </Prose>
      <Prose title="Your rights">
        <p>
          You may ask what we store about you, have it corrected, take it with you or have it
          deleted. Write to <a href={`mailto:${BRAND.supportEmail}`}>{BRAND.supportEmail}</a>; we
          reply within 24 hours.
        </p>
      </Prose>
    </LegalPage>
  );
}
