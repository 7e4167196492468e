/**
 * Stands in the built site for the origin that it is served from, which is known only now: in canonical
 * links, in addresses of pictures, in the sitemap. The site writes the same words at build time.
 */
const PLACEHOLDER = 'https://site-origin.invalid';

/**
 * Puts the real origin into a text of the built site.
 *
 * @param publicUrl where people reach the service; a path behind its origin is left out
 * @example withOrigin('Sitemap: https://site-origin.invalid/sitemap.xml', 'https://quorate.example')
 */
export function withOrigin(text: string, publicUrl: string): string {
  // Of an address only the origin is safe in markup: it has no quotes, angles or ampersands.
  return text.replaceAll(PLACEHOLDER, () => new URL(publicUrl).origin);
}
