import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { settingsAt } from '../../test/helpers/site-settings.ts';
import { loadSite } from './site.ts';

const TEXTS = {
  'index.html': '<title>{{name}}</title><link rel="canonical" href="https://site-origin.invalid/">',
  'sitemap.xml': '<loc>https://site-origin.invalid/</loc>',
  'robots.txt': 'Sitemap: https://site-origin.invalid/sitemap.xml',
  'site.webmanifest': '{"name":"{{name}}","description":"{{tagline}}"}',
};

it('fills pages, sitemap, robots and manifest of a loaded site, before their tags are made', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-site-places-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(TEXTS)) writeFileSync(join(folder, name), text);
  const bytes = Buffer.from([0x89, 0x50, 0xff, 0x00, 0xfe]);
  writeFileSync(join(folder, 'og.png'), bytes);
  const [here, there] = [
    await loadSite(folder, { ...settingsAt('https://here.example'), name: 'Here' }),
    await loadSite(folder, { ...settingsAt('https://there.example'), name: 'There' }),
  ];
  for (const name of Object.keys(TEXTS)) {
    const body = here.find(`/${name}`)?.body.toString() ?? '';
    assert.match(body, /https:\/\/here\.example\/|"name":"Here"/, name);
    assert.doesNotMatch(body, /site-origin|\{\{/, name);
    assert.notEqual(here.find(`/${name}`)?.etag, there.find(`/${name}`)?.etag);
  }
  assert.match(here.find('/')?.body.toString() ?? '', /^<title>Here<\/title>/);
  assert.deepEqual(here.find('/og.png')?.body, bytes);
});

it('knows the pages of each language by its prefix, and no other prefix', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-site-languages-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const page of ['', 'demo/decisions/', 'es/', 'es/admin/', 'es/demo/decisions/', 'escrow/']) {
    mkdirSync(join(folder, page), { recursive: true });
    writeFileSync(join(folder, page, 'index.html'), `page ${page}`);
  }
  const site = await loadSite(folder, settingsAt('https://here.example'));
  const shown = (path: string) => site.find(path)?.body.toString();
  assert.equal(shown('/es'), 'page es/');
  assert.equal(shown('/es/'), 'page es/');
  assert.equal(shown('/es/demo/trades/17'), 'page es/demo/decisions/');
  assert.equal(shown('/es/admin/users/1'), 'page es/admin/');
  assert.equal(shown('/demo/trades/17'), 'page demo/decisions/');
  assert.equal(shown('/escrow'), 'page escrow/');
  assert.equal(shown('/es/escrow'), undefined);
  assert.equal(shown('/fr/'), undefined);
});
