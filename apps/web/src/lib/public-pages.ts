/** The pages that search engines may list, each with the picture that is shown where it is shared. */
export const PUBLIC_PAGES = {
  '/': 'home',
  '/pricing': 'pricing',
  '/about': 'about',
  '/guide': 'guide',
  '/contact': 'home',
  '/privacy': 'home',
  '/refund': 'home',
  '/terms': 'home',
} as const;

export type PublicPath = keyof typeof PUBLIC_PAGES;
