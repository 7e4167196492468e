import { BRAND } from '@quorate/contract/brand';
import { siteOrigin } from '../../lib/site-origin.ts';

/** Who is behind the site, as search engines read it. https://schema.org/Organization */
export function organizationData() {
  const url = siteOrigin();
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: BRAND.name,
    slogan: BRAND.tagline,
    url: `${url}/`,
    logo: `${url}/icons/icon-512.png`,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: BRAND.supportEmail,
      telephone: BRAND.phone.replaceAll(' ', '-'),
    },
  };
}
