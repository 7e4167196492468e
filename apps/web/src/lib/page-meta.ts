import { BRAND } from '@quorate/contract/brand';

/** Title and description of a page, for React Router's `meta`. */
export function pageMeta(title: string, description: string) {
  return [
    { title: `${title} · ${BRAND.name}` },
    { name: 'description', content: description },
    { property: 'og:title', content: `${title} · ${BRAND.name}` },
    { property: 'og:description', content: description },
  ];
}
