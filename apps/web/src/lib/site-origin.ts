/**
 * Stands in built pages for an origin that is configured only when the service runs; the service puts
 * the real one in its place when it loads the site.
 */
const ORIGIN_PLACEHOLDER = 'https://site-origin.invalid';

let known: string | undefined;

/**
 * The origin that canonical addresses begin with. A page in a browser reads it from its own canonical
 * link, which the service has filled in, so that the page hydrates to the very same elements.
 */
export function siteOrigin(): string {
  if (typeof document === 'undefined') return ORIGIN_PLACEHOLDER;
  known ??= canonicalOrigin() ?? window.location.origin;
  return known;
}

function canonicalOrigin(): string | undefined {
  const href = document.querySelector('link[rel="canonical"]')?.getAttribute('href');
  return href && URL.canParse(href) ? new URL(href).origin : undefined;
}
