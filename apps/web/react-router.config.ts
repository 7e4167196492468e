import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  // The service serves files only: every page that has an address is HTML at build time.
  ssr: false,
  prerender: [
    '/',
    '/pricing',
    '/about',
    '/guide',
    '/contact',
    '/privacy',
    '/refund',
    '/terms',
    '/demo',
    '/developers',
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password',
    '/verify-email',
    '/resend-verification',
    '/unsubscribe',
    '/login/callback',
    '/checkout',
    '/dashboard',
    '/dashboard/security',
    '/dashboard/statement',
    '/admin',
    '/support',
  ],
} satisfies Config;
