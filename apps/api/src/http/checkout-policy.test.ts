import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fastify } from 'fastify';
import { settingsAt } from '../../test/helpers/site-settings.ts';
import { type CheckoutOrigins, pagePolicy, withOrigins } from './page-policy.ts';
import { registerSecurityHeaders } from './security-headers.ts';
import { loadSite, registerSite } from './site.ts';

const PROVIDER: CheckoutOrigins = {
  script: ['https://cdn.pay.test'],
  frame: ['https://buy.pay.test', 'http://localhost:8900'],
  connect: ['https://api.pay.test'],
  style: ['https://cdn.pay.test'],
  img: [],
};
const PAGE = '<style>p{}</style><script>let a;</script>';

/** A site of two pages and what the router shows, on a server with our headers. */
async function startSite(t: TestContext, checkoutOrigins?: CheckoutOrigins) {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-checkout-policy-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'index.html'), 'Home');
  for (const page of ['checkout', 'dashboard', 'login']) {
    mkdirSync(join(folder, page));
    writeFileSync(join(folder, page, 'index.html'), PAGE);
  }
  const app = fastify();
  t.after(() => app.close());
  await registerSecurityHeaders(app, { https: true });
  registerSite(app, await loadSite(folder, settingsAt('https://quorate.test')), {
    checkoutOrigins,
    demo: false,
    records: { head: async () => null },
  });
  const ask = async (url: string, headers = {}) => {
    const reply = await app.inject({ url, headers });
    const header = (name: string) => String(reply.headers[name]);
    return {
      status: reply.statusCode,
      body: reply.body,
      tag: header('etag'),
      policy: header('content-security-policy'),
      opener: header('cross-origin-opener-policy'),
      embedder: reply.headers['cross-origin-embedder-policy'],
    };
  };
  return ask;
}

const ELSEWHERE = [
  '/',
  '/pricing',
  '/dashboard',
  '/dashboard?payment=success',
  '/checkout/more',
  '/checkouts',
  '/Checkout',
  '/login?next=/checkout',
  '//checkout',
];

describe('the policy of the checkout', () => {
  // @promise 3.1
  it('is that of the other pages, with the provider let in where it is needed', async (t) => {
    const ask = await startSite(t, PROVIDER);
    const { policy, body } = await ask('/checkout');
    const plain = pagePolicy(PAGE, { https: true });
    const [, scripts = ''] = /script-src ([^;]+);/.exec(plain) ?? [];
    const [, styles = ''] = /style-src ([^;]+);/.exec(plain) ?? [];
    assert.equal(body, PAGE);
    assert.equal(
      policy,
      plain
        .replace(scripts, `${scripts} https://cdn.pay.test`)
        .replace(styles, `${styles} https://cdn.pay.test`)
        .replace("connect-src 'self'", "connect-src 'self' https://api.pay.test")
        .concat('; frame-src https://buy.pay.test http://localhost:8900'),
    );
    assert.doesNotMatch(policy, /unsafe/);
  });

  it('holds for every query and with a slash at the end', async (t) => {
    const ask = await startSite(t, PROVIDER);
    const { policy } = await ask('/checkout');
    for (const url of ['/checkout/', '/checkout?plan=Pro&billing=yearly', '/checkout/?plan=Pro'])
      assert.equal((await ask(url)).policy, policy, url);
  });

  it('leaves every other page as it is without a provider', async (t) => {
    const [selling, plain] = [await startSite(t, PROVIDER), await startSite(t)];
    for (const url of ELSEWHERE) {
      assert.deepEqual(await selling(url), await plain(url), url);
      assert.doesNotMatch((await selling(url)).policy, /pay\.test|frame-src|localhost/, url);
    }
  });

  it('is the common one where nothing is sold', async (t) => {
    const none = { script: [], frame: [], connect: [], style: [], img: [] };
    for (const ask of [await startSite(t), await startSite(t, none)])
      assert.deepEqual(await ask('/checkout'), await ask('/dashboard'));
  });

  it('is never taken from a page that a browser kept, nor after the provider has changed', async (t) => {
    const [selling, moved] = [
      await startSite(t, PROVIDER),
      await startSite(t, { ...PROVIDER, script: ['https://cdn.new.test'] }),
    ];
    const { tag } = await selling('/checkout');
    assert.notEqual(tag, (await selling('/dashboard')).tag);
    assert.equal((await selling('/checkout', { 'if-none-match': tag })).status, 304);
    assert.equal((await moved('/checkout', { 'if-none-match': tag })).status, 200);
  });

  it('lets windows that the frame opens answer, which no other page does', async (t) => {
    const ask = await startSite(t, PROVIDER);
    const { opener, embedder } = await ask('/checkout');
    assert.equal(opener, 'same-origin-allow-popups');
    assert.equal(embedder, undefined);
    assert.equal((await ask('/dashboard')).opener, 'same-origin');
  });
});

describe('what a policy is widened by', () => {
  const none: CheckoutOrigins = { script: [], frame: [], connect: [], style: [], img: [] };

  it('may be nothing', () => {
    assert.equal(withOrigins("default-src 'none'", none), "default-src 'none'");
  });

  it('is an origin and nothing more', () => {
    const bad = [
      "'unsafe-inline'",
      'https://a.test; script-src *',
      '*',
      'https://*',
      'data:',
      'https:',
      '',
    ];
    for (const origin of [...bad, 'https://a.test/path', 'https://a.test b.test'])
      assert.throws(
        () => withOrigins("script-src 'self'", { ...none, script: [origin] }),
        /is no origin/,
        origin,
      );
  });
});
