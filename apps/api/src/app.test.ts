import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { failureReply } from '@quorate/contract/errors';
import { settingsAt } from '../test/helpers/site-settings.ts';
import { startTestService } from '../test/helpers/test-service.ts';
import { loadSite } from './http/site.ts';
import { offlinePanel } from './models/offline-panel.ts';

const PAGE =
  '<!doctype html><title>Home</title><script>window.a = 1</script><script src="/assets/a-1.js"></script>';

function siteFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-site-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  for (const page of ['pricing', 'dashboard', 'admin', 'checkout']) mkdirSync(join(folder, page));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'pricing', 'index.html'), '<title>Pricing</title>');
  for (const page of ['dashboard', 'admin', 'checkout'])
    writeFileSync(join(folder, page, 'index.html'), `<title>${page}</title>`);
  writeFileSync(join(folder, 'assets', 'a-1.js'), 'console.log(1)');
  return folder;
}

describe('a request that cannot be read', () => {
  const cases: [string, object, number, string][] = [
    [
      'broken JSON',
      { payload: '{"a":', headers: { 'content-type': 'application/json' } },
      400,
      'malformed_json',
    ],
    [
      'an empty body that claims to be JSON',
      { payload: '', headers: { 'content-type': 'application/json' } },
      400,
      'malformed_json',
    ],
    [
      'a prototype',
      { payload: '{"__proto__":{"a":1}}', headers: { 'content-type': 'application/json' } },
      400,
      'malformed_json',
    ],
    [
      'XML',
      { payload: '<a/>', headers: { 'content-type': 'application/xml' } },
      415,
      'unsupported_media_type',
    ],
    ['a list', { payload: [] }, 400, 'validation_failed'],
    [
      'null',
      { payload: 'null', headers: { 'content-type': 'application/json' } },
      400,
      'validation_failed',
    ],
    ['too much', { payload: { username_or_email: 'x'.repeat(70_000) } }, 413, 'body_too_large'],
  ];
  // @spec 7.2, 10.25, 10.33, 10.36
  // @promise 4.7
  it('is refused with one clear sentence, never a stack', async (t) => {
    const service = await startTestService(t);
    for (const [what, request, status, code] of cases) {
      const response = await service.app.inject({ method: 'POST', url: '/login', ...request });
      const failure = failureReply.parse(response.json());
      assert.deepEqual([response.statusCode, failure.code], [status, code], what);
      assert.equal(failure.message, failure.error);
      assert.doesNotMatch(response.body, /node_modules|\.ts:|at /, what);
    }
  });

  it('is told apart from one for an address that is none', async (t) => {
    const service = await startTestService(t);
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['POST', '/pricing'],
      ['DELETE', '/login'],
      ['GET', '/dev/x'],
      ['GET', '/%E0%A4%A'],
    ] as const) {
      const response = await service.app.inject({ method, url });
      assert.ok(
        [400, 404].includes(response.statusCode),
        `${method} ${url}: ${response.statusCode}`,
      );
      assert.equal(response.json().success, false);
    }
  });

  it('says that nothing was stored when the disk is full, and hides what broke otherwise', async (t) => {
    const service = await startTestService(t, {
      panel: {
        ...offlinePanel,
        ask: async () =>
          Promise.reject(Object.assign(new Error('secret path /var/lib'), { code: '53100' })),
      },
    });
    const { signedInUser } = await import('../test/helpers/builders.ts');
    const { snapshotDocument } = await import('../test/helpers/snapshot-document.ts');
    const { token } = await signedInUser(service);
    const { createHash } = await import('node:crypto');
    const { canonicalJson } = await import('@quorate/trading/market/canonical-json');
    const snapshot = snapshotDocument();
    const response = await service.app.inject({
      method: 'POST',
      url: '/api/bot/analyse',
      headers: { authorization: `Bearer ${token}` },
      payload: {
        account: { kind: 'paper', server: 's', login: '1', account_type: 'demo', currency: 'USD' },
        snapshot,
        snapshot_hash: createHash('sha256').update(canonicalJson(snapshot)).digest('hex'),
        trades_opened_today: 0,
      },
    });
    assert.equal(response.statusCode, 507);
    assert.doesNotMatch(response.body, /secret path/);
  });
});

describe('the site', () => {
  // @spec 10.20
  it('is served from the build: every page at its address, and assets', async (t) => {
    const service = await startTestService(t, {
      site: await loadSite(siteFolder(t), settingsAt('https://quorate.test')),
    });
    const home = await service.app.inject('/');
    assert.match(home.body, /Home/);
    assert.match(String(home.headers['content-type']), /text\/html/);
    assert.match((await service.app.inject('/pricing')).body, /Pricing/);
    assert.match((await service.app.inject('/dashboard?tab=history')).body, /dashboard/);
    for (const path of ['/admin', '/admin/', '/admin/users/17?q=a']) {
      assert.match((await service.app.inject(path)).body, /admin/, path);
    }
    const asset = await service.app.inject('/assets/a-1.js');
    assert.match(String(asset.headers['cache-control']), /immutable/);
    assert.equal((await service.app.inject('/assets/gone-2.js')).statusCode, 404);
    assert.equal(
      (await service.app.inject('/../../package.json')).body.includes('@quorate'),
      false,
    );
  });

  it('sends any other path home, without a script and to no other site', async (t) => {
    const service = await startTestService(t, {
      site: await loadSite(siteFolder(t), settingsAt('https://quorate.test')),
    });
    const elsewhere = [
      '/nowhere',
      '/nowhere?a=1',
      '/dashboard/more',
      '/user/settings',
      '/administer',
    ];
    for (const path of [...elsewhere, '//evil.test/pricing', '/%2F%2Fevil.test', '/%5Cevil.test']) {
      const { statusCode, headers } = await service.app.inject(path);
      assert.deepEqual([statusCode, headers.location], [302, '/'], path);
    }
    const hidden = ['/.env', '/.git/config', '/assets/.env', '/%2eenv', '/a/%2Egit', '/a%5C.env'];
    for (const path of hidden) assert.equal((await service.app.inject(path)).statusCode, 404, path);
    for (const [path, there] of [
      ['/Pricing', '/pricing'],
      ['/CHECKOUT?plan=Pro', '/checkout?plan=Pro'],
    ] as const) {
      assert.equal((await service.app.inject(path)).headers.location, there);
    }
    assert.equal((await service.app.inject({ method: 'PUT', url: '/nowhere' })).statusCode, 404);
  });

  it('answers 304 to whoever has the page, and compresses it', async (t) => {
    const service = await startTestService(t, {
      site: await loadSite(siteFolder(t), settingsAt('https://quorate.test')),
    });
    const first = await service.app.inject('/');
    const again = await service.app.inject({
      url: '/',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    assert.equal(again.statusCode, 304);
    const small = await service.app.inject({
      url: '/',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    assert.equal(small.headers['content-encoding'], 'br');
  });

  it('allows no inline script but those of the build', async (t) => {
    const service = await startTestService(t, {
      site: await loadSite(siteFolder(t), settingsAt('https://quorate.test')),
    });
    const policy = String((await service.app.inject('/')).headers['content-security-policy']);
    assert.match(policy, /script-src 'self' 'sha256-[\w+/=]+'(;|$)/);
    assert.doesNotMatch(policy, /unsafe/);
    for (const path of [
      '/verify-email?token=x',
      '/reset-password?token=x',
      '/unsubscribe?token=x',
    ]) {
      assert.equal((await service.app.inject(path)).headers['referrer-policy'], 'no-referrer');
    }
  });

  it('says how to build it when it is not built', async (t) => {
    const service = await startTestService(t);
    const response = await service.app.inject('/');
    assert.equal(response.statusCode, 503);
    assert.match(response.body, /npm run build/);
  });
});

// @spec 10.35
it('tells whether it runs and whether it can take work', async (t) => {
  const service = await startTestService(t);
  assert.equal((await service.app.inject('/healthz')).json().status, 'ok');
  assert.equal((await service.app.inject('/readyz')).json().database, service.database.kind);
  await service.database.close();
  assert.equal((await service.app.inject('/readyz')).statusCode, 503);
  assert.equal((await service.app.inject('/healthz')).statusCode, 200);
});
