import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import type { ProviderSettings } from '../../src/features/account/providers/provider.ts';
import { systemClock } from '../../src/process/clock.ts';

/** A person as the provider knows them. */
export type FakePerson = { subject: string; email: string; verified: boolean; name: string };

/** What the provider does wrong, by the path of the call. */
type Mischief = (path: string) => 'none' | 'hang' | 'drop' | { status: number; body: string };

export type FakeProvider = {
  url: string;
  settings: Required<ProviderSettings>;
  /** Changed claims of the next ID tokens. */
  claims: Record<string, unknown>;
  /** Signs ID tokens with a key that it does not publish. */
  forged: boolean;
  mischief: Mischief;
  /** Paths in the order they were called. */
  calls: string[];
  /**
   * What a browser does that follows `url` as this person: checks the request as a provider does.
   *
   * @returns what the browser is sent back with
   */
  authorize(url: string, person: FakePerson): { code: string; state: string };
};

type Granted = { person: FakePerson; challenge: string; redirectUri: string; nonce: string | null };

const CLIENT = { clientId: 'quorate-client', clientSecret: 'quorate-secret' };
const published = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Google and GitHub on one local port, as far as a sign-in goes, over real HTTP. */
export async function startFakeProvider(test: TestContext): Promise<FakeProvider> {
  const codes = new Map<string, Granted>();
  const tokens = new Map<string, FakePerson>();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const bound = server.address();
  const url = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
  const fake: FakeProvider = {
    url,
    settings: {
      google: { ...CLIENT, issuer: url },
      github: { ...CLIENT, url, apiUrl: `${url}/api` },
    },
    claims: {},
    forged: false,
    mischief: () => 'none',
    calls: [],
    authorize(address, person) {
      const { searchParams } = new URL(address);
      const get = (name: string) => searchParams.get(name) ?? '';
      if (get('client_id') !== CLIENT.clientId) throw new Error('unknown client');
      if (get('response_type') !== 'code' || get('code_challenge_method') !== 'S256')
        throw new Error('not the code flow with PKCE');
      const code = randomBytes(16).toString('hex');
      codes.set(code, {
        person,
        challenge: get('code_challenge'),
        redirectUri: get('redirect_uri'),
        nonce: searchParams.get('nonce'),
      });
      return { code, state: get('state') };
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', url).pathname;
    fake.calls.push(path);
    const mischief = fake.mischief(path);
    if (mischief === 'hang') return;
    if (mischief === 'drop') {
      request.socket.destroy();
      return;
    }
    if (typeof mischief === 'object') {
      send(response, mischief.status, mischief.body);
      return;
    }
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '');
    switch (path) {
      case '/.well-known/openid-configuration':
        send(response, 200, {
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/keys`,
          authorization_response_iss_parameter_supported: true,
        });
        return;
      case '/keys': {
        const key = published.publicKey.export({ format: 'jwk' });
        send(response, 200, { keys: [{ ...key, kid: 'k1', alg: 'RS256', use: 'sig' }] });
        return;
      }
      case '/token':
        send(response, ...exchange(await bodyOf(request), true));
        return;
      case '/login/oauth/access_token':
        send(response, ...exchange(await bodyOf(request), false));
        return;
      case '/api/user': {
        const person = tokens.get(bearer);
        if (person) send(response, 200, { id: Number(person.subject), login: person.name });
        else send(response, 401, { message: 'Bad credentials' });
        return;
      }
      case '/api/user/emails': {
        const person = tokens.get(bearer);
        if (!person) {
          send(response, 401, { message: 'Bad credentials' });
          return;
        }
        const second = { email: 'other@example.net', primary: false, verified: true };
        const first = { email: person.email, primary: true, verified: person.verified };
        send(response, 200, [second, first]);
        return;
      }
      default:
        send(response, 404, { message: 'Not Found' });
    }
  }

  /** Google says no with status 400, GitHub with an error inside a 200. */
  function exchange(form: URLSearchParams, signed: boolean): [number, object] {
    const refused = (error: string): [number, object] => [signed ? 400 : 200, { error }];
    const { clientId, clientSecret } = CLIENT;
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return refused('invalid_client');
    const code = form.get('code') ?? '';
    const granted = codes.get(code);
    codes.delete(code);
    if (!granted || granted.redirectUri !== form.get('redirect_uri'))
      return refused('invalid_grant');
    const verifier = form.get('code_verifier') ?? '';
    if (createHash('sha256').update(verifier).digest('base64url') !== granted.challenge)
      return refused('invalid_grant');
    const access_token = randomBytes(16).toString('hex');
    tokens.set(access_token, granted.person);
    const reply = { access_token, token_type: 'bearer' };
    return [200, signed ? { ...reply, id_token: idToken(granted) } : reply];
  }

  function idToken({ person, nonce }: Granted): string {
    const now = Math.floor(systemClock.now() / 1_000);
    const claims = {
      iss: url,
      aud: CLIENT.clientId,
      sub: person.subject,
      iat: now,
      exp: now + 300,
      nonce,
      email: person.email,
      email_verified: person.verified,
      name: person.name,
      ...fake.claims,
    };
    const text = [{ alg: 'RS256', kid: 'k1' }, claims].map(encode).join('.');
    const { privateKey } = fake.forged ? stranger : published;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  }
  return fake;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function send(response: ServerResponse, status: number, body: object | string): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}
