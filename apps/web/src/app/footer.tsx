import { t } from '@lingui/core/macro';
import { ThemeSwitch } from '@quorate/ui/theme-choice';
import { Link } from 'react-router';
import { SITE } from '../lib/site.ts';
import { Logo } from '../ui/logo.tsx';
import { LanguageLinks } from './language-links.tsx';

const GROUPS = [
  {
    title: t`Product`,
    links: [
      { to: '/pricing', label: t`Pricing` },
      { to: '/guide', label: t`Guide` },
      { to: '/developers', label: t`Developers` },
      { to: '/models', label: t`Board of models` },
      { to: '/verify', label: t`Verify a record` },
      { to: '/changelog', label: t`Changelog` },
      { to: '/demo', label: t`Live demo` },
    ],
  },
  {
    title: t`Company`,
    links: [
      { to: '/about', label: t`About` },
      { to: '/contact', label: t`Contact` },
      { to: '/status', label: t`Status` },
    ],
  },
  {
    title: t`Legal`,
    links: [
      { to: '/privacy', label: t`Privacy Policy` },
      { to: '/refund', label: t`Refund Policy` },
      { to: '/terms', label: t`Terms of Service` },
    ],
  },
] as const;

export function Footer() {
  return (
    <footer className="mt-16 border-t border-line text-small print:hidden">
      <div className="wrap grid gap-x-10 gap-y-9 py-12 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="sm:col-span-3 lg:col-span-1">
          <Logo />
          <p className="mt-3 text-muted">{SITE.tagline}</p>
          <address className="mt-4 text-muted not-italic [overflow-wrap:anywhere]">
            <a
              className="inline-block py-0.5 hover:text-ink hover:underline"
              href={`mailto:${SITE.supportEmail}`}
            >
              {SITE.supportEmail}
            </a>
            <br />
            <a
              className="inline-block py-0.5 hover:text-ink hover:underline"
              href={`tel:${SITE.phoneDigits}`}
            >
              {SITE.phone}
            </a>
            <br />
            <span className="inline-block py-0.5">{SITE.office}</span>
          </address>
          <SocialIcons />
        </div>
        {GROUPS.map((group) => (
          <nav key={group.title} aria-label={group.title}>
            <h2 className="font-medium">{group.title}</h2>
            <ul className="mt-2">
              {group.links.map(({ to, label }) => (
                <li key={to} data-demo={to === '/demo' ? SITE.demo : undefined}>
                  <Link
                    to={to}
                    prefetch="intent"
                    className="inline-block py-1.5 text-muted hover:text-ink hover:underline"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="wrap">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line py-6 text-tiny text-muted">
          <p className="max-w-[46rem]">{t`Trading foreign exchange on margin carries a high level of risk and may not suit you. You can lose more than you expect; never trade money that you cannot afford to lose.`}</p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <LanguageLinks />
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </footer>
  );
}

const NETWORKS = [
  { name: 'X', path: 'M5 4.5 19 19.5M19 4.5 5 19.5' },
  {
    name: 'LinkedIn',
    path: 'M6 10v8M6 6.2v.01M10.5 18v-8M10.5 13.5c0-2.2 1.3-3.5 3.3-3.5s3.2 1.3 3.2 3.5V18',
  },
  {
    name: 'YouTube',
    path: 'M3.5 7.5c0-1 .8-1.8 1.8-1.8h13.4c1 0 1.8.8 1.8 1.8v9c0 1-.8 1.8-1.8 1.8H5.3c-1 0-1.8-.8-1.8-1.8ZM10.2 9.3v5.4l4.4-2.7Z',
  },
] as const;

/** Placeholders: there are no such pages to lead to yet, so they are no links. */
function SocialIcons() {
  return (
    <ul className="mt-4 flex gap-4 text-muted/70" aria-label={t`Social media, coming later`}>
      {NETWORKS.map(({ name, path }) => (
        <li key={name} title={t`${name}: not available yet`}>
          <svg
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="size-5"
            role="img"
            aria-label={name}
          >
            <path d={path} />
          </svg>
        </li>
      ))}
    </ul>
  );
}
