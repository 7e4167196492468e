import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  finishProviderSignIn,
  type Provider,
  startProviderSignIn,
} from '@quorate/contract/providers';
import { COPIES } from '../../../../test/helpers/copies.ts';
import { startFakeProvider } from '../../../../test/helpers/fake-provider.ts';
import { AMINA, begin, providerStage } from '../../../../test/helpers/provider-stage.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

for (const provider of ['google', 'github'] as const) {
  describe(`a sign-in with ${provider} that goes wrong`, () => {
    const tokenPath = { google: '/token', github: '/login/oauth/access_token' }[provider];
    const troubles: [string, Parameters<typeof stageTrouble>[1]][] = [
      ['breaks the connection off', 'drop'],
      ['answers with a fault of its own', { status: 502, body: 'Bad Gateway' }],
      ['is overrun', { status: 429, body: '{}' }],
      ['answers with half a megabyte', { status: 200, body: `"${'x'.repeat(512 * 1024)}"` }],
    ];
    for (const [what, mischief] of troubles) {
      it(`says so when the provider ${what}`, async (t) => {
        const refused = await stageTrouble(t, mischief, provider, tokenPath);
        assert.deepEqual([refused.status, refused.code], [503, 'provider_unreachable']);
      });
    }

    const nonsense: [string, Parameters<typeof stageTrouble>[1]][] = [
      ['no JSON', { status: 200, body: '<html>' }],
      ['an empty object', { status: 200, body: '{}' }],
      ['null', { status: 200, body: 'null' }],
      ['another kind of token', { status: 200, body: '{"access_token":"a","token_type":"mac"}' }],
      ['a refusal', { status: 400, body: '{"error":"invalid_grant"}' }],
      ['a redirect', { status: 302, body: '' }],
    ];
    for (const [what, mischief] of nonsense) {
      it(`is refused when the provider answers with ${what}`, async (t) => {
        const refused = await stageTrouble(t, mischief, provider, tokenPath);
        assert.deepEqual([refused.status, refused.code], [403, 'provider_refused']);
      });
    }

    it('gives up on a provider that does not answer within 5 s', async (t) => {
      const started = performance.now();
      const refused = await stageTrouble(t, 'hang', provider, tokenPath);
      assert.equal(refused.code, 'provider_unreachable');
      assert.ok(performance.now() - started < 8_000);
    });
  });
}

async function stageTrouble(
  t: TestContext,
  mischief: 'drop' | 'hang' | { status: number; body: string },
  provider: Provider,
  path: string,
) {
  const at = await providerStage(t);
  const body = await begin(at, provider, AMINA);
  at.fake.mischief = (called) => (called === path ? mischief : 'none');
  const refused = await at.service.fail(finishProviderSignIn, { body });
  const users = await at.service.db.selectFrom('users').select('id').execute();
  assert.deepEqual(users, []);
  return refused;
}

describe('an ID token of Google', () => {
  const seconds = Math.floor(Date.parse('2020-01-01T00:00:00Z') / 1_000);
  const wrong: [string, Record<string, unknown>][] = [
    ['for another client', { aud: 'someone-else' }],
    ['for several clients, none of which is named as the one', { aud: ['quorate-client', 'x'] }],
    ['of another issuer', { iss: 'https://accounts.evil.example' }],
    ['with another nonce', { nonce: 'replayed' }],
    ['without a nonce', { nonce: undefined }],
    ['that has expired', { iat: seconds, exp: seconds + 300 }],
    ['from the future', { nbf: 4_000_000_000 }],
    ['about nobody', { sub: '' }],
    ['about somebody that is no text', { sub: 1001 }],
  ];
  for (const [what, claims] of wrong) {
    it(`${what} is refused`, async (t) => {
      const at = await providerStage(t);
      at.fake.claims = claims;
      const body = await begin(at, 'google', AMINA);
      const refused = await at.service.fail(finishProviderSignIn, { body });
      assert.equal(refused.code, 'provider_refused');
    });
  }

  it('with a signature of another key is refused', async (t) => {
    const at = await providerStage(t);
    at.fake.forged = true;
    const body = await begin(at, 'google', AMINA);
    const refused = await at.service.fail(finishProviderSignIn, { body });
    assert.equal(refused.code, 'provider_refused');
  });

  it('whose address is not an address is refused', async (t) => {
    const at = await providerStage(t);
    at.fake.claims = { email: 'nobody' };
    const body = await begin(at, 'google', AMINA);
    const refused = await at.service.fail(finishProviderSignIn, { body });
    assert.equal(refused.code, 'provider_refused');
  });
});

describe('providers', () => {
  it('that are not set up are off', async (t) => {
    const fake = await startFakeProvider(t);
    const service = await startTestService(t, { providers: { google: fake.settings.google } });
    const refused = await service.fail(startProviderSignIn, { params: { provider: 'github' } });
    assert.deepEqual([refused.status, refused.code], [404, 'provider_off']);
    assert.equal(refused.message, 'Signing in with GitHub is not set up here.');
    const unknown = await service.fail(startProviderSignIn, { params: { provider: 'evil' } });
    assert.equal(unknown.code, 'validation_failed');
  });

  it('send the browser to the configured address with PKCE, state and our own callback', async (t) => {
    const { service, fake } = await providerStage(t);
    const { url, state } = await service.call(startProviderSignIn, {
      params: { provider: 'github' },
    });
    const { origin, pathname, searchParams } = new URL(url);
    assert.equal(origin + pathname, `${fake.url}/login/oauth/authorize`);
    assert.equal(searchParams.get('redirect_uri'), 'http://localhost:3000/login/callback');
    assert.equal(searchParams.get('state'), state);
    assert.match(searchParams.get('code_challenge') ?? '', /^[\w-]{43}$/);
    assert.ok(!url.includes(fake.settings.github.clientSecret));
  });

  it('of which Google cannot be reached cannot be started, and can a moment later', async (t) => {
    const { service, fake } = await providerStage(t);
    fake.mischief = () => ({ status: 503, body: '' });
    const params = { provider: 'google' } as const;
    const refused = await service.fail(startProviderSignIn, { params });
    assert.deepEqual([refused.status, refused.code], [503, 'provider_unreachable']);
    fake.mischief = () => 'none';
    for (let call = 0; call < 2 * COPIES; call += 1)
      await service.call(startProviderSignIn, { params });
    const asked = fake.calls.filter((path) => path.startsWith('/.well-known'));
    assert.equal(
      asked.length,
      1 + COPIES,
      'asked again after the failure, then remembered by each copy',
    );
  });

  it('are limited for each address', async (t) => {
    const fake = await startFakeProvider(t);
    const limits = { providerSignIns: 2 };
    const service = await startTestService(t, { providers: fake.settings, limits });
    const params = { provider: 'github' } as const;
    await service.call(startProviderSignIn, { params });
    await service.call(startProviderSignIn, { params });
    assert.equal((await service.fail(startProviderSignIn, { params })).code, 'rate_limited');
    const body = { state: 's', code: 'c' };
    await service.fail(finishProviderSignIn, { body });
    await service.fail(finishProviderSignIn, { body });
    assert.equal((await service.fail(finishProviderSignIn, { body })).code, 'rate_limited');
  });

  it('never show their secrets, codes or tokens in the log', async (t) => {
    const fake = await startFakeProvider(t);
    const lines: string[] = [];
    const service = await startTestService(t, {
      providers: fake.settings,
      log: (line) => lines.push(line),
    });
    const at = { fake, service };
    const back = await begin(at, 'google', AMINA);
    const entered = await service.call(finishProviderSignIn, { body: back });
    fake.claims = { aud: 'someone-else' };
    const other = await begin(at, 'google', AMINA);
    await service.fail(finishProviderSignIn, { body: other });
    const log = lines.join('');
    assert.match(log, /provider_refused/);
    for (const secret of [
      back.code,
      back.state,
      other.code,
      other.state,
      entered.access_token,
      fake.settings.google.clientSecret,
      'eyJ',
    ])
      assert.ok(!log.includes(secret), secret);
  });
});
