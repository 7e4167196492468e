import { BASE_PATH } from '../../lib/base-path.ts';
import { SITE } from '../../lib/site.ts';

/** Who is behind the site, as search engines read it. https://schema.org/Organization */
export function organizationData() {
  const url = SITE.origin;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: SITE.name,
    slogan: SITE.tagline,
    url: `${url}${BASE_PATH}/`,
    logo: `${url}/icons/icon-512.png`,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: SITE.supportEmail,
      telephone: SITE.phoneDigits,
    },
  };
}

/** Where a page stands, as search engines show it in place of its address. https://schema.org/BreadcrumbList */
export function breadcrumbData(name: string, path: `/${string}`) {
  const { origin } = SITE;
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: SITE.name, item: `${origin}/` },
      { '@type': 'ListItem', position: 2, name, item: `${origin}${path}` },
    ],
  };
}
