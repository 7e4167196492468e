/** The pages that search engines may list, each with the picture that is shown where it is shared. */
export const PUBLIC_PAGES = {
  '/': 'home',
  '/pricing': 'pricing',
  '/about': 'about',
  '/guide': 'guide',
  '/contact': 'contact',
  '/privacy': 'policies',
  '/refund': 'policies',
  '/terms': 'policies',
  '/status': 'status',
  '/changelog': 'changelog',
  '/demo': 'demo',
  '/verify': 'verify',
  '/models': 'models',
} as const;

export type PublicPath = keyof typeof PUBLIC_PAGES;
