import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { basePathOf, LANGUAGES } from '@quorate/values/languages';
import { describe, expect, test } from 'vitest';
import siteConfig from '../../react-router.config.ts';
import { fullTitleMeta, pageMeta } from './page-meta.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

const PUBLIC = join(import.meta.dirname, '../../public');

describe('a page', () => {
  test('has title and description for readers and for those it is shared with', () => {
    expect(pageMeta('Login', 'Come in.')).toEqual(
      expect.arrayContaining([
        { title: 'Login · Quorate' },
        { name: 'description', content: 'Come in.' },
        { property: 'og:title', content: 'Login · Quorate' },
        { property: 'og:description', content: 'Come in.' },
      ]),
    );
    expect(fullTitleMeta('Quorate at home', 'Words.')[0]).toEqual({ title: 'Quorate at home' });
  });

  test('that may be listed names its canonical address and its picture', () => {
    const meta = pageMeta('Pricing', 'Plans.', '/pricing');
    const origin = 'http://localhost';
    expect(meta).toContainEqual({
      tagName: 'link',
      rel: 'canonical',
      href: `${origin}/pricing`,
    });
    expect(meta).toContainEqual({ property: 'og:url', content: `${origin}/pricing` });
    expect(meta).toContainEqual({ property: 'og:image', content: `${origin}/og/pricing.png` });
    expect(meta).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
  });

  test('that may not be listed names neither', () => {
    const text = JSON.stringify(pageMeta('Login', 'Come in.'));
    expect(text).not.toMatch(/canonical|og:url|og:image/);
  });
});

describe('what search engines are told', () => {
  const text = (file: string) => readFileSync(join(PUBLIC, file), 'utf8');

  test('every page that the sitemap lists is written at build time', () => {
    expect(siteConfig.prerender).toEqual(expect.arrayContaining(Object.keys(PUBLIC_PAGES)));
  });

  test('robots.txt names the sitemap and bars no public page', () => {
    const robots = text('robots.txt');
    expect(robots).toContain('Sitemap: https://site-origin.invalid/sitemap.xml');
    const barred = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path);
    for (const path of Object.keys(PUBLIC_PAGES))
      expect(barred.some((start) => path.startsWith(start))).toBe(false);
  });

  test('every picture that a page or the manifest names is there, in its size', () => {
    const size = (file: string) => {
      const png = readFileSync(join(PUBLIC, file));
      expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
      return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
    };
    for (const base of LANGUAGES.map(basePathOf))
      for (const picture of Object.values(PUBLIC_PAGES))
        expect(size(`og${base}/${picture}.png`)).toBe('1200x630');
    expect(size('icons/apple-touch-icon.png')).toBe('180x180');
    const manifest: { icons: { src: string; sizes: string; type: string }[] } = JSON.parse(
      text('site.webmanifest'),
    );
    const drawn = manifest.icons.filter(({ type }) => type === 'image/png');
    expect(drawn.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
    for (const { src, sizes } of drawn) expect(size(src)).toBe(sizes);
  });
});
