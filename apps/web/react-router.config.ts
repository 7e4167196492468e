import { basePathOf } from '@quorate/values/languages';
import type { Config } from '@react-router/dev/config';
import { builtLanguage } from '../../tools/built-language.ts';

const LANGUAGE = builtLanguage();

export default {
  appDirectory: 'src',
  basename: basePathOf(LANGUAGE) || '/',
  buildDirectory: LANGUAGE === 'en' ? 'build' : `build/${LANGUAGE}`,
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
    '/status',
    '/changelog',
    '/demo',
    '/demo/decisions',
    '/developers',
    '/verify',
    '/models',
    '/record/name',
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
    '/dashboard/decisions',
    '/admin',
    '/support',
  ],
} satisfies Config;
