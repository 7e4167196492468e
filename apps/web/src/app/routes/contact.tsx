import { BRAND } from '@quorate/contract/brand';
import type { ReactNode } from 'react';
import { pageMeta } from '../../lib/page-meta.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TextLink } from '../../ui/text-link.tsx';

export function meta() {
  return pageMeta('Contact', 'How to reach support and sales: email, phone and office.');
}

const LINK = 'font-medium text-brand underline decoration-brand/35 underline-offset-4';

const WAYS: ReadonlyArray<{ icon: IconName; title: string; way: ReactNode; note: string }> = [
  {
    icon: 'mail',
    title: 'Email',
    way: (
      <a className={LINK} href={`mailto:${BRAND.supportEmail}`}>
        {BRAND.supportEmail}
      </a>
    ),
    note: 'We reply within 24 hours.',
  },
  {
    icon: 'phone',
    title: 'Phone',
    way: (
      <a className={LINK} href={`tel:${BRAND.phone.replaceAll(' ', '')}`}>
        {BRAND.phone}
      </a>
    ),
    note: BRAND.phoneHours,
  },
  { icon: 'place', title: 'Office', way: BRAND.office, note: 'Visits by appointment.' },
];

export default function ContactPage() {
  return (
    <div className="wrap pt-8 md:pt-14">
      <PageHead title="Contact">
        A question about a plan, a trade or a payment: write to us, people answer.
      </PageHead>
      <div className="grid border-y border-line sm:grid-cols-3">
        {WAYS.map(({ icon, title, way, note }) => (
          <section
            key={title}
            className="border-line py-7 not-first:border-t sm:px-6 sm:first:pl-0 sm:not-first:border-t-0 sm:not-first:border-l"
          >
            <Icon name={icon} className="size-6 text-brand" />
            <h2 className="mt-3 text-small font-medium">{title}</h2>
            <p className="mt-1">{way}</p>
            <p className="mt-1 text-tiny text-muted">{note}</p>
          </section>
        ))}
      </div>
      <p className="mt-8 text-muted">
        Setting up the bot? The <TextLink to="/guide">setup guide</TextLink> answers most questions.
      </p>
    </div>
  );
}
