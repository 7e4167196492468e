import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { loadSite } from './site.ts';
import { withOrigin } from './site-origin.ts';

const LINK = '<link rel="canonical" href="https://site-origin.invalid/pricing">';

it('puts the public origin wherever the built site leaves its place open', () => {
  assert.equal(
    withOrigin(`${LINK}${LINK}`, 'https://quorate.example'),
    LINK.replace('site-origin.invalid', 'quorate.example').repeat(2),
  );
  assert.equal(
    withOrigin('Sitemap: https://site-origin.invalid/sitemap.xml', 'http://localhost:3000'),
    'Sitemap: http://localhost:3000/sitemap.xml',
  );
});

it('takes nothing of the address but its origin, and takes no part of it for a pattern', () => {
  const text = withOrigin(LINK, `https://quorate.example/$&"><script>alert(1)</script>?q=$1#x`);
  assert.equal(text, '<link rel="canonical" href="https://quorate.example/pricing">');
});

it('fills pages, sitemap and robots of a loaded site, before their tags and hashes are made', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-site-origin-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const data = '<script type="application/ld+json">{"url":"https://site-origin.invalid/"}</script>';
  writeFileSync(join(folder, 'index.html'), `${LINK}${data}`);
  writeFileSync(join(folder, 'sitemap.xml'), '<loc>https://site-origin.invalid/</loc>');
  writeFileSync(join(folder, 'robots.txt'), 'Sitemap: https://site-origin.invalid/sitemap.xml');
  const bytes = Buffer.from([0x89, 0x50, 0xff, 0x00, 0xfe]);
  writeFileSync(join(folder, 'og.png'), bytes);
  const [here, there] = [
    await loadSite(folder, 'https://here.example'),
    await loadSite(folder, 'https://there.example'),
  ];
  for (const path of ['/', '/sitemap.xml', '/robots.txt']) {
    const body = here.find(path)?.body.toString() ?? '';
    assert.match(body, /https:\/\/here\.example\//);
    assert.doesNotMatch(body, /site-origin/);
    assert.notEqual(here.find(path)?.etag, there.find(path)?.etag);
  }
  assert.notDeepEqual(here.scriptHashes, there.scriptHashes);
  assert.deepEqual(here.find('/og.png')?.body, bytes);
});
