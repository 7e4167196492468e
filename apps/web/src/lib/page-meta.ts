import { LANGUAGE } from '@quorate/ui/language';
import { basePathOf, LANGUAGES, type Language } from '@quorate/values/languages';
import type { MetaDescriptor } from 'react-router';
import { BASE_PATH } from './base-path.ts';
import { PUBLIC_PAGES, type PublicPath } from './public-pages.ts';
import { SITE } from './site.ts';

const PICTURE_WIDTH = 1_200;
const PICTURE_HEIGHT = 630;

/**
 * Title and description of a page, for React Router's `meta`.
 *
 * @param path of a page that search engines may list and people share
 */
export function pageMeta(title: string, description: string, path?: PublicPath): MetaDescriptor[] {
  return fullTitleMeta(`${title} · ${SITE.name}`, description, path);
}

/** The same for a page whose title already names the product. */
export function fullTitleMeta(
  title: string,
  description: string,
  path?: PublicPath,
): MetaDescriptor[] {
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { tagName: 'link', rel: 'manifest', href: `${BASE_PATH}/site.webmanifest` },
    { tagName: 'link', rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
    ...(path ? sharingMeta(path) : []),
  ];
}

function sharingMeta(path: PublicPath): MetaDescriptor[] {
  const { origin } = SITE;
  const url = addressIn(LANGUAGE, path);
  const picture = `${origin}/og${BASE_PATH}/${PUBLIC_PAGES[path]}.png`;
  return [
    { tagName: 'link', rel: 'canonical', href: url },
    ...LANGUAGES.map((language) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      hrefLang: language,
      href: addressIn(language, path),
    })),
    { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: addressIn('en', path) },
    { property: 'og:locale', content: LANGUAGE },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: SITE.name },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: String(PICTURE_WIDTH) },
    { property: 'og:image:height', content: String(PICTURE_HEIGHT) },
    { property: 'og:image:alt', content: `${SITE.name}. ${SITE.tagline}` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

const addressIn = (language: Language, path: PublicPath) =>
  `${SITE.origin}${basePathOf(language)}${path}`;
