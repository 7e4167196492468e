import { SITE_SETTINGS_ID } from '@quorate/contract/site-settings';
import { DIRECTION, LANGUAGE } from '@quorate/ui/language';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import geist from '../.faces/geist.woff2?url';
import newsreader from '../.faces/newsreader.woff2?url';
import { FIRST_CALL_SCRIPT, HEAD_SCRIPT } from './lib/head-script.ts';
import { SITE } from './lib/site.ts';
import './styles/app.css';
import { PageSpinner } from './ui/page-spinner.tsx';

export { ErrorPage as ErrorBoundary } from './app/error-page.tsx';

export function links() {
  return [
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    ...[newsreader, geist].map((href) => ({
      rel: 'preload',
      href,
      as: 'font',
      type: 'font/woff2',
      crossOrigin: 'anonymous' as const,
    })),
  ];
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The head's script marks this element before React looks.
    <html lang={LANGUAGE} dir={DIRECTION} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#F6F4EE" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0D1419" />
        <meta name="application-name" content={SITE.name} />
        <script>{HEAD_SCRIPT}</script>
        <script>{FIRST_CALL_SCRIPT}</script>
        <script type="application/json" id={SITE_SETTINGS_ID}>
          {JSON.stringify(SITE)}
        </script>
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Shown while a page that is not prerendered loads its code. */
export function HydrateFallback() {
  return <PageSpinner />;
}

export default function Root() {
  return <Outlet />;
}
