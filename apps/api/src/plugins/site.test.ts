import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { startTestService } from '../testing/test-service.ts';
import { loadSite } from './site.ts';

const ORIGIN = 'https://quorate.test';

function build(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-built-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  return folder;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

it('allows the style sheets that stand in pages, by their hashes, and no others', async (t) => {
  const css = 'p::before{content:"</p>"}\n@media print{p{color:red}}';
  const folder = build(t, { 'index.html': `<head><style>${css}</style></head><p>Home</p>` });
  const service = await startTestService(t, { site: await loadSite(folder, ORIGIN) });
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
  const service = await startTestService(t, { site: await loadSite(folder, ORIGIN) });
  const ask = (url: string) =>
    service.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  assert.equal((await ask('/assets/a-1.js')).body, 'what the build made of it');
  assert.equal((await ask('/assets/a-1.js.br')).statusCode, 404);
});

it('never sends a compressed page of before its origin was filled in', async (t) => {
  const folder = build(t, {
    'index.html': '<link rel="canonical" href="https://site-origin.invalid/">',
    'index.html.br': 'old',
  });
  const service = await startTestService(t, { site: await loadSite(folder, ORIGIN) });
  const reply = await service.app.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
  const page = brotliDecompressSync(reply.rawPayload).toString();
  assert.equal(page, '<link rel="canonical" href="https://quorate.test/">');
});
