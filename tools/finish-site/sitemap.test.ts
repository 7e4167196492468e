import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sitemapOf } from './sitemap.ts';

const page = (path: string) =>
  `<link rel="canonical" href="https://site.invalid${path}"/><link rel="alternate" hrefLang="es" href="https://site.invalid/es${path}"/>`;

it('lists pages that may be found, each on a line with its other languages', () => {
  const many = '<link rel="canonical" href="{{recordUrl}}"/>';
  const map = sitemapOf([page('/pricing'), '<title>Sign in</title>', many, page('/')]);
  assert.deepEqual(map.match(/<url>.*<\/url>/g), [
    '<url><loc>https://site.invalid/</loc><xhtml:link rel="alternate" hreflang="es" href="https://site.invalid/es/"/></url>',
    '<url><loc>https://site.invalid/pricing</loc><xhtml:link rel="alternate" hreflang="es" href="https://site.invalid/es/pricing"/></url>',
  ]);
  assert.match(map, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset [^>]+>\n/);
});
