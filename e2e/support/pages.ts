/** The pages that everybody may read and search engines list. */
export const PUBLIC_PAGES = [
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
  '/verify',
  '/models',
] as const;

/** The pages around an account that a visitor may open; none of them calls the service by itself. */
export const ACCOUNT_PAGES = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password?token=t',
  '/verify-email',
  '/resend-verification',
  '/unsubscribe?token=t',
] as const;
