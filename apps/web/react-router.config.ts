import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  // The service serves files only: public pages are HTML at build time, all others start from the fallback page.
  ssr: false,
  prerender: ['/', '/pricing', '/about', '/guide', '/contact', '/privacy', '/refund', '/terms'],
} satisfies Config;
