import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { settingsAt } from '../../test/helpers/site-settings.ts';
import { startTestService } from '../../test/helpers/test-service.ts';
import { loadSite } from './site.ts';

const SETTINGS = settingsAt('https://quorate.test');

function build(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-built-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['assets/es', 'dashboard']) mkdirSync(join(folder, name), { recursive: true });
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  return folder;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

it('allows the style sheets that stand in pages, by their hashes, and no others', async (t) => {
  const css = 'p::before{content:"</p>"}\n@media print{p{color:red}}';
  const folder = build(t, { 'index.html': `<head><style>${css}</style></head><p>Home</p>` });
  const service = await startTestService(t, { site: await loadSite(folder, SETTINGS) });
  const { headers } = await service.app.inject('/');
  const policy = String(headers['content-security-policy']);
  assert.ok(policy.includes(`style-src 'self' ${hashOf(css)};`), policy);
  assert.doesNotMatch(policy, /unsafe-inline/);
});

it('sends the compressed file that the build left, and gives that no address of its own', async (t) => {
  const folder = build(t, {
    'index.html': 'Home',
    'assets/a-1.js': 'let a;',
    'assets/a-1.js.br': 'what the build made of it',
  });
  const service = await startTestService(t, { site: await loadSite(folder, SETTINGS) });
  const ask = (url: string) =>
    service.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  assert.equal((await ask('/assets/a-1.js')).body, 'what the build made of it');
  assert.equal((await ask('/assets/a-1.js.br')).statusCode, 404);
});

it('never sends a compressed page of before its places were filled', async (t) => {
  const folder = build(t, {
    'index.html': '<link rel="canonical" href="https://site-origin.invalid/">',
    'index.html.br': 'old',
  });
  const service = await startTestService(t, { site: await loadSite(folder, SETTINGS) });
  const reply = await service.app.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
  const page = brotliDecompressSync(reply.rawPayload).toString();
  assert.equal(page, '<link rel="canonical" href="https://quorate.test/">');
});

it('allows scripts that stand in pages, and spends no hash on data in them', async (t) => {
  const data = '<script type="application/ld+json">{"name":"{{name}}"}</script>';
  const settings = '<script type="application/json" id="site-settings">{}</script>';
  const script = '<script type="module" async="">let a;</script>';
  const folder = build(t, { 'index.html': `<head>${data}${settings}${script}</head>` });
  const service = await startTestService(t, { site: await loadSite(folder, SETTINGS) });
  const policy = String((await service.app.inject('/')).headers['content-security-policy']);
  assert.ok(policy.includes(`script-src 'self' ${hashOf('let a;')};`), policy);
});

it('gives every page a policy of its own, and lets nothing else be run as one', async (t) => {
  const folder = build(t, {
    'index.html': '<script>home()</script>',
    'assets/a-1.js': 'let a;',
    'worker.js': 'fetch("/assets/a-1.js")',
    'assets/record-worker-b_2-.js': 'import("./a-1.js")',
    'assets/es/record-worker-c3.js': 'import("./a-1.js")',
    'dashboard/index.html': '<script>other()</script>',
  });
  const service = await startTestService(t, { site: await loadSite(folder, SETTINGS) });
  const policyOf = async (url: string) =>
    String((await service.app.inject(url)).headers['content-security-policy']);
  assert.ok((await policyOf('/')).includes(hashOf('home()')));
  assert.ok(!(await policyOf('/')).includes(hashOf('other()')));
  assert.ok((await policyOf('/dashboard')).includes(hashOf('other()')));
  for (const url of ['/assets/a-1.js', '/api/saas/plans', '/api/nothing'])
    assert.equal(await policyOf(url), "default-src 'none';frame-ancestors 'none'");
  for (const url of ['/assets/record-worker-b_2-.js', '/assets/es/record-worker-c3.js'])
    assert.equal(await policyOf(url), "default-src 'none'; script-src 'self'; connect-src 'self'");
  // It reads the site's own files, and nothing else.
  assert.equal(await policyOf('/worker.js'), "default-src 'none'; connect-src 'self'");
});
