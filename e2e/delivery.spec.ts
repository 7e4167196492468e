import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as openRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { PUBLIC_PAGES } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** A request whose body is left as it came: fetch would unpack it. */
async function get(url: string, headers: Record<string, string> = {}) {
  const request = openRequest(url, { headers });
  request.end();
  const [reply]: IncomingMessage[] = await once(request, 'response');
  if (!reply) throw new Error(`${url} did not answer`);
  return { status: reply.statusCode, headers: reply.headers, body: await buffer(reply) };
}

for (const path of PUBLIC_PAGES) {
  test(`a page comes compressed, is asked for again by its tag, and allows no script but its own: ${path}`, async ({
    service,
  }) => {
    const url = service.url + path;
    const packed = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
    const plain = await get(url);
    expect([packed.status, plain.status]).toEqual([200, 200]);
    expect(packed.headers['content-encoding']).toBe('br');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(brotliDecompressSync(packed.body).equals(plain.body), 'the same page').toBe(true);
    expect(packed.headers.vary).toMatch(/accept-encoding/i);
    expect(packed.headers['cache-control']).toBe('no-cache');

    const etag = String(packed.headers.etag);
    expect(etag).toMatch(/^"[\w-]{20,}"$/);
    const again = await get(url, { 'if-none-match': etag, 'accept-encoding': 'br' });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await get(url, { 'if-none-match': '"another"' })).status).toBe(200);

    const policy = String(packed.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-|\*|https?:|strict-dynamic/);
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')+;/);
    expect(policy).toMatch(/style-src 'self'( 'sha256-[\w+/=]+')+;/);
    expect(policy).toContain("frame-ancestors 'none'");

    const html = plain.body.toString();
    expect(html).not.toMatch(/\sstyle="|\son\w+="/);
    const assets = new Set(html.match(/\/assets\/[\w.-]+\.(js|woff2|css)/g));
    expect(assets.size).toBeGreaterThan(5);
    for (const asset of assets) {
      expect(asset, 'a hash of its content in its name').toMatch(/-[\w-]{8}\.\w+$/);
      const file = await get(service.url + asset, { 'accept-encoding': 'br' });
      expect(file.status, asset).toBe(200);
      expect(file.headers['cache-control'], asset).toBe('public, max-age=31536000, immutable');
      if (!asset.endsWith('.woff2')) expect(file.headers['content-encoding'], asset).toBe('br');
    }
  });
}

test('an asset that is not there is no page, and no page of another site may frame ours', async ({
  service,
}) => {
  const missing = await get(`${service.url}/assets/root-00000000.js`);
  expect(missing.status).toBe(404);
  expect(missing.headers['content-type']).not.toMatch(/html|javascript/);
  const { headers } = await get(service.url);
  expect(headers['x-frame-options']).toMatch(/^(SAMEORIGIN|DENY)$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('no page asks for anything elsewhere, or for a style sheet, or breaks its own policy', async ({
  page,
  service,
}) => {
  const strays: string[] = [];
  page.on('request', (request) => {
    const elsewhere = new URL(request.url()).origin !== new URL(service.url).origin;
    if (elsewhere || request.resourceType() === 'stylesheet') strays.push(request.url());
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} refused ${event.blockedURI}`);
    });
  });
  for (const path of PUBLIC_PAGES) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Open the assistant' }).click();
    await expect(page.getByRole('dialog', { name: 'Assistant' })).toBeVisible();
  }
  await page.goto('/');
  await page.getByRole('link', { name: 'Watch Demo' }).click();
  await expect(page.getByRole('heading', { name: 'What a decision looks like' })).toBeInViewport();
  expect(strays).toEqual([]);
});

// @promise 3.1
test('a script that somebody else wrote into the page does not run', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Content Security Policy/);
  await page.goto('/about');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.documentElement.dataset.foreign = "ran"';
    document.head.append(script);
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src="/none.png" onerror="document.documentElement.dataset.foreign = 1">',
    );
    return new Promise((resolve) => {
      setTimeout(() => resolve(document.documentElement.dataset.foreign ?? 'nothing'), 300);
    });
  });
  expect(ran).toBe('nothing');
});
