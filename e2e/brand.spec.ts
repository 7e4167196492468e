import { readdirSync } from 'node:fs';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { fromRoot } from '../tools/root.ts';
import type { RunningService } from '../tools/service.ts';
import { newestMail } from './support/mailbox.ts';
import { startMarked } from './support/start-marked.ts';
import { test as base, expect, withEmptyService } from './support/test.ts';

/** An operator's own words, with every character that a brand may hold and markup cares about. */
export const ACME = {
  BRAND_NAME: "Acme, O'Neil + Sons",
  BRAND_TAGLINE: 'Slow is smooth; 100% plain.',
  SUPPORT_EMAIL: "help+o'neil@acme.test",
  SUPPORT_PHONE: '+1 (555) 010-99',
  SUPPORT_HOURS: 'Mon 8-12 UTC',
  OFFICE: 'Zürich, Switzerland',
  FOUNDER_NAME: 'Zoë D’Arc',
} as const;

const test = base.extend<object, { branded: RunningService }>({
  branded: [
    async ({ browserName: _ }, use) => {
      await withEmptyService(use, ACME);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ branded }, use) => use(branded.url),
});

const PAGES = [
  '/',
  '/pricing',
  '/about',
  '/guide',
  '/verify',
  '/models',
  '/contact',
  '/privacy',
  '/refund',
  '/terms',
];
/** Pages that are not built: all of them begin as the router's own. */
const OTHERS = ['/login', '/dashboard', '/nowhere'];
const NAMED_BY_CONTENT = /^\/(assets|icons|og)\//;
const TEXT = /^(text\/|application\/(json|xml|manifest)|image\/svg)/;

/** Every value of the default brand, in any spelling. */
const DEFAULTS = new RegExp(
  Object.values(DEFAULT_BRAND)
    .map((value) => RegExp.escape(value))
    .join('|'),
  'i',
);
const OPEN_PLACE = /\{\{|site-origin\.invalid/;

/** Every address that the built site answers. */
function addresses(): string[] {
  const files = readdirSync(fromRoot('apps/web/build/client'), {
    recursive: true,
    withFileTypes: true,
  });
  const folder = fromRoot('apps/web/build/client');
  return (
    files
      .filter((file) => file.isFile() && !file.name.endsWith('.br'))
      .map((file) => `${file.parentPath}/${file.name}`.slice(folder.length).replaceAll('\\', '/'))
      // This service has no demo.
      .filter((path) => !/^\/(\w\w\/)?demo\//.test(path))
  );
}

// @spec 10.2
test('no page, file or fallback still says the default brand or has a place open', async ({
  branded,
}) => {
  const files = addresses();
  expect(files.length).toBeGreaterThan(30);
  const seen = new Set<string>();
  for (const path of [...PAGES, ...OTHERS, ...files]) {
    const reply = await fetch(branded.url + path);
    expect(reply.status, path).toBe(200);
    const type = reply.headers.get('content-type') ?? '';
    if (!TEXT.test(type)) continue;
    seen.add(type);
    const text = await reply.text();
    expect(DEFAULTS.exec(text)?.[0], path).toBeUndefined();
    if (!NAMED_BY_CONTENT.test(path)) expect(OPEN_PLACE.exec(text)?.[0], path).toBeUndefined();
    if (type.startsWith('text/html')) expect(text, path).toContain(ACME.BRAND_NAME);
  }
  expect(new Set([...seen].map((type) => type.split(';')[0]))).toEqual(
    new Set([
      'application/manifest+json',
      'application/xml',
      'image/svg+xml',
      'text/css',
      'text/html',
      'text/javascript',
      'text/plain',
    ]),
  );
});

test('the manifest and the data for machines name the operator', async ({ branded }) => {
  const text = async (path: string) => (await fetch(branded.url + path)).text();
  expect(JSON.parse(await text('/site.webmanifest'))).toMatchObject({
    name: ACME.BRAND_NAME,
    short_name: ACME.BRAND_NAME,
    description: ACME.BRAND_TAGLINE,
  });
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await text('/'))?.[1];
  expect(JSON.parse(data ?? '')).toMatchObject({
    name: ACME.BRAND_NAME,
    slogan: ACME.BRAND_TAGLINE,
    url: `${branded.url}/`,
    contactPoint: { email: ACME.SUPPORT_EMAIL, telephone: '+155501099' },
  });
});

for (const path of PAGES) {
  test(`${path} starts on the elements that were built, with the operator’s words in them`, async ({
    page,
  }) => {
    expect(await startMarked(page, path, ['h1', 'footer', 'main'])).toEqual([true, true, true]);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(ACME.BRAND_NAME);
    await expect(footer).toContainText(ACME.BRAND_TAGLINE);
    await expect(footer).toContainText(ACME.OFFICE);
    await expect(footer.getByRole('link', { name: ACME.SUPPORT_EMAIL })).toHaveAttribute(
      'href',
      `mailto:${ACME.SUPPORT_EMAIL}`,
    );
    await expect(footer.getByRole('link', { name: ACME.SUPPORT_PHONE })).toHaveAttribute(
      'href',
      'tel:+155501099',
    );
    expect(await page.evaluate<string>('document.documentElement.outerHTML')).not.toMatch(DEFAULTS);
  });
}

// @spec 10.2
test('name, founder and hours follow the reader from page to page', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ACME.BRAND_TAGLINE);
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveTitle(`About · ${ACME.BRAND_NAME}`);
  await expect(page.getByRole('region', { name: /^The story of/ })).toContainText(
    `The story of ${ACME.FOUNDER_NAME}`,
  );
  await footer.getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveTitle(`Contact · ${ACME.BRAND_NAME}`);
  await expect(page.getByRole('main')).toContainText(ACME.SUPPORT_HOURS);
  await expect(page.locator('meta[property="og:site_name"]')).toHaveAttribute(
    'content',
    ACME.BRAND_NAME,
  );
});

test('a page that is not built shows the operator’s words, too', async ({ page }) => {
  await page.goto('/login');
  await expect(page).toHaveTitle(`Sign In · ${ACME.BRAND_NAME}`);
  await expect(page.getByRole('contentinfo')).toContainText(ACME.SUPPORT_EMAIL);
  expect(await page.evaluate<string>('document.documentElement.outerHTML')).not.toMatch(DEFAULTS);
});

test('a message and a question reach the operator', async ({ branded }) => {
  const post = async (path: string, body: object) => {
    const reply = await fetch(branded.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(reply.status, path).toBe(200);
    return reply.text();
  };
  const message = {
    name: 'Amina',
    email: 'amina@example.com',
    subject: 'Hello',
    message: 'Hello.',
  };
  await post('/api/contact', { ...message, website: '' });
  const mail = await newestMail(branded.url, ACME.SUPPORT_EMAIL);
  expect(mail.text).toContain(`${ACME.BRAND_NAME} · ${ACME.SUPPORT_EMAIL}`);
  expect(JSON.stringify(mail)).not.toMatch(DEFAULTS);
  const answer = await post('/api/chat', { message: 'What is your phone number?' });
  expect(answer).toContain(ACME.SUPPORT_PHONE);
  expect(answer).not.toMatch(DEFAULTS);
});
