/** A page of many addresses has a place there that the service fills: none of them is listed. */
const CANONICAL = /<link rel="canonical" href="(https?:[^"]+)"/;
const ALTERNATE = /<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi;

/**
 * The sitemap of built pages: every page with a canonical address, with its other languages.
 *
 * @param pages HTML as the router built it, whose addresses are safe in markup
 * @returns XML with one page per line, the shortest address first
 */
export function sitemapOf(pages: readonly string[]): string {
  const lines = pages
    .flatMap((html) => {
      const loc = CANONICAL.exec(html)?.[1];
      if (loc === undefined) return [];
      const links = Array.from(
        html.matchAll(ALTERNATE),
        ([, language, href]) =>
          `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`,
      );
      return [{ loc, line: `  <url><loc>${loc}</loc>${links.join('')}</url>\n` }];
    })
    .sort((a, b) => a.loc.length - b.loc.length || a.loc.localeCompare(b.loc))
    .map(({ line }) => line);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${lines.join('')}</urlset>
`;
}
