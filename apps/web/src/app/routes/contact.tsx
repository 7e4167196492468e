import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Icon, type IconName } from '@quorate/ui/icon';
import { PageHead } from '@quorate/ui/page-head';
import type { ReactNode } from 'react';
import { ContactForm } from '../../features/contact/contact-form.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { SITE } from '../../lib/site.ts';
import { TextLink } from '../../ui/text-link.tsx';

export function meta() {
  return pageMeta(
    t`Contact`,
    t`How to reach support and sales: email, phone and office.`,
    '/contact',
  );
}

const LINK = 'font-medium text-brand underline decoration-brand/35 underline-offset-4';

const WAYS: ReadonlyArray<{ icon: IconName; title: string; way: ReactNode; note: string }> = [
  {
    icon: 'mail',
    title: t`Email`,
    way: (
      <a className={LINK} href={`mailto:${SITE.supportEmail}`}>
        {SITE.supportEmail}
      </a>
    ),
    note: t`We reply within 24 hours.`,
  },
  {
    icon: 'phone',
    title: t`Phone`,
    way: (
      <a className={LINK} href={`tel:${SITE.phoneDigits}`}>
        {SITE.phone}
      </a>
    ),
    note: SITE.phoneHours,
  },
  { icon: 'place', title: t`Office`, way: SITE.office, note: t`Visits by appointment.` },
];

export default function ContactPage() {
  return (
    <div className="wrap pt-8 md:pt-14">
      <PageHead
        title={t`Contact`}
      >{t`A question about a plan, a trade or a payment: write to us, people answer.`}</PageHead>
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <ContactForm />
        <div>
          <div className="border-t border-line">
            {WAYS.map(({ icon, title, way, note }) => (
              <section
                key={title}
                className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-b border-line py-5"
              >
                <Icon name={icon} className="mt-0.5 size-5 text-brand" />
                <div>
                  <h2 className="text-small font-medium">{title}</h2>
                  <p className="mt-0.5">{way}</p>
                  <p className="mt-0.5 text-tiny text-muted">{note}</p>
                </div>
              </section>
            ))}
          </div>
          <p className="mt-6 text-small text-muted">
            <Trans>
              Setting up the bot? The <TextLink to="/guide">{t`setup guide`}</TextLink> answers most
              questions.
            </Trans>
          </p>
        </div>
      </div>
    </div>
  );
}
