import { LISTED_PLANS } from '@quorate/contract/listed-plans';
import { ACCOUNT_PAGES, PUBLIC_PAGES } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const TITLES: Record<(typeof PUBLIC_PAGES)[number], string> = {
  '/': 'Quorate: AI-assisted forex trading by quorum',
  '/pricing': 'Pricing · Quorate',
  '/about': 'About · Quorate',
  '/guide': 'Setup Guide · Quorate',
  '/contact': 'Contact · Quorate',
  '/privacy': 'Privacy Policy · Quorate',
  '/refund': 'Refund Policy · Quorate',
  '/terms': 'Terms of Service · Quorate',
  '/status': 'Status · Quorate',
  '/changelog': 'Changelog · Quorate',
  '/verify': 'Verify a record · Quorate',
  '/models': 'Board of models · Quorate',
};

/** Width and height that a PNG says it has. */
async function pngSize(url: string): Promise<string> {
  const reply = await fetch(url);
  expect(reply.headers.get('content-type'), url).toBe('image/png');
  const bytes = new DataView(await reply.arrayBuffer());
  expect(bytes.getUint32(0), `${url} begins as a PNG does`).toBe(0x89504e47);
  return `${bytes.getUint32(16)}x${bytes.getUint32(20)}`;
}

for (const [path, title] of Object.entries(TITLES)) {
  test(`one title, description, address and picture, before and after its script has run: ${path}`, async ({
    page,
    service,
  }) => {
    const html = await (await fetch(service.url + path)).text();
    expect(html).not.toContain('site-origin.invalid');
    expect(html).toContain(`<title>${title}</title>`);
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page).toHaveTitle(title);
    await expect(page.locator('title')).toHaveCount(1);
    for (const [element, attribute, value] of [
      ['link[rel="canonical"]', 'href', service.url + path],
      ['meta[property="og:url"]', 'content', service.url + path],
      ['meta[property="og:title"]', 'content', title],
      ['meta[name="description"]', 'content', /^.{40,170}$/],
      ['meta[property="og:description"]', 'content', /^.{40,170}$/],
      ['meta[property="og:image:width"]', 'content', '1200'],
      ['meta[property="og:image:height"]', 'content', '630'],
      ['meta[name="twitter:card"]', 'content', 'summary_large_image'],
      ['html', 'lang', 'en'],
    ] as const) {
      const found = page.locator(element);
      await expect(found, element).toHaveCount(1);
      await expect(found, element).toHaveAttribute(attribute, value);
    }
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect(await pngSize(picture ?? '')).toBe('1200x630');
  });
}

test('no two pages share a title or a description', async ({ service, page }) => {
  const seen = new Map<string, string>();
  for (const path of PUBLIC_PAGES) {
    const html = await (await fetch(service.url + path)).text();
    for (const pattern of [/<title>(.*?)</, /<meta name="description" content="(.*?)"/]) {
      const text = pattern.exec(html)?.[1] ?? '';
      expect(seen.get(text), `${path}: ${text}`).toBeUndefined();
      seen.set(text, path);
    }
  }
  for (const path of ACCOUNT_PAGES) {
    await page.goto(path);
    await expect(page, path).toHaveTitle(/.+ · Quorate$/);
    const title = await page.title();
    expect(seen.get(title), `${path}: ${title}`).toBeUndefined();
    seen.set(title, path);
  }
});

test('the sitemap lists every public page under the address of the service, and robots.txt the sitemap', async ({
  service,
}) => {
  const robots = await (await fetch(`${service.url}/robots.txt`)).text();
  expect(robots).not.toMatch(/^Disallow: \/\s*$/m);
  const sitemap = /^Sitemap: (\S+)$/m.exec(robots)?.[1];
  expect(sitemap).toBe(`${service.url}/sitemap.xml`);
  const xml = await (await fetch(sitemap ?? '')).text();
  const listed = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  const everyPage = ['', '/es'].flatMap((base) =>
    PUBLIC_PAGES.map((path) => service.url + base + path),
  );
  expect(listed).toHaveLength(everyPage.length);
  expect(new Set(listed)).toEqual(new Set(everyPage));
});

test('plans and questions are there for machines, with the prices and the words of the page', async ({
  page,
}) => {
  await page.goto('/pricing');
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(scripts).toHaveLength(2);
  const [plans, questions] = scripts.map((text): unknown => JSON.parse(text));
  expect(plans).toEqual({
    '@context': 'https://schema.org',
    '@graph': LISTED_PLANS.map((plan) =>
      expect.objectContaining({
        name: `Quorate ${plan.name}`,
        offers: expect.objectContaining({
          price: plan.monthly_cost.toFixed(2),
          priceCurrency: 'USD',
        }),
      }),
    ),
  });
  await expect(page.locator('details')).not.toHaveCount(0);
  const asked = await page.locator('summary').allTextContents();
  const answers = await page.locator('details p').allTextContents();
  expect(questions).toEqual({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: asked.map((name, at) => ({
      '@type': 'Question',
      name,
      acceptedAnswer: { '@type': 'Answer', text: answers[at] },
    })),
  });
});

for (const [path, name] of [
  ['/guide', 'Setup Guide'],
  ['/status', 'Status'],
  ['/changelog', 'Changelog'],
  ['/verify', 'Verify a record'],
  ['/models', 'Board of models'],
] as const) {
  test(`machines are told where the page is: ${path}`, async ({ page, service }) => {
    await page.goto(path);
    const [text = ''] = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(JSON.parse(text)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Quorate', item: `${service.url}/` },
        { '@type': 'ListItem', position: 2, name, item: service.url + path },
      ],
    });
  });
}

test('the organisation is there for machines, with the address of support', async ({ page }) => {
  await page.goto('/');
  const [text = ''] = await page.locator('script[type="application/ld+json"]').allTextContents();
  const organisation: unknown = JSON.parse(text);
  expect(organisation).toMatchObject({ '@context': 'https://schema.org', name: 'Quorate' });
  expect(text).toContain('support@quorate.example');
});

test('the manifest and the page name icons that are there, in the sizes they claim', async ({
  page,
  service,
}) => {
  await page.goto('/');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const reply = await fetch(new URL(href ?? '', service.url));
  expect(reply.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
  const manifest: { name: string; icons: { src: string; type: string; sizes: string }[] } =
    JSON.parse(await reply.text());
  expect(manifest.name).toBe('Quorate');
  expect(manifest.icons.length).toBeGreaterThan(2);
  for (const { src, type, sizes } of manifest.icons) {
    if (type === 'image/png') expect(await pngSize(service.url + src), src).toBe(sizes);
    else expect((await fetch(service.url + src)).headers.get('content-type')).toBe(type);
  }
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect(await pngSize(service.url + (touch ?? ''))).toBe('180x180');
  const icon = await page.locator('link[rel="icon"]').first().getAttribute('href');
  expect((await fetch(service.url + (icon ?? ''))).headers.get('content-type')).toBe(
    'image/svg+xml',
  );
});

test('the address and the title within the site follow a navigation', async ({ page, service }) => {
  await page.goto('/login');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Guide' }).click();
  await page.waitForURL('**/guide');
  await expect(page).toHaveTitle(TITLES['/guide']);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    `${service.url}/guide`,
  );
});
