import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '../../../process/clock.ts';
import { authorizationUrl, exchangeCode, refusing, requestOptions } from './code-flow.ts';
import type { Provider, ProviderSettings } from './provider.ts';
import { ProviderRefusedError } from './provider.ts';

const HOUR_MS = 3_600_000;
const SCOPE = 'openid email profile';

/** Some issuers write booleans as text. */
const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().optional(),
});

/** Google, or another issuer that speaks OpenID Connect with discovery. */
export function createGoogle(
  deps: { clock: Clock; redirectUri: string },
  settings: NonNullable<ProviderSettings['google']>,
): Provider {
  const { issuer } = settings;
  const { redirectUri } = deps;
  const options = requestOptions(issuer);
  const discover = rememberFor(HOUR_MS, deps.clock, () =>
    refusing(async () => {
      const address = new URL(issuer);
      return oauth.processDiscoveryResponse(
        address,
        await oauth.discoveryRequest(address, options),
      );
    }),
  );
  const keys: oauth.JWKSCacheInput = {};

  return {
    async authorizationUrl(handshake) {
      const server = await discover();
      const url = await authorizationUrl(server.authorization_endpoint, {
        client: settings,
        redirectUri,
        scope: SCOPE,
        handshake,
      });
      url.searchParams.set('nonce', handshake.nonce);
      return url;
    },
    async identify(code, handshake) {
      const server = await discover();
      const claimed = await refusing(async () => {
        const from = { client: settings, redirectUri, code, handshake, address: issuer };
        const response = await exchangeCode(server, from);
        const client = { client_id: settings.clientId };
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: handshake.nonce,
          requireIdToken: true,
        });
        // The connection vouches for the token already; the signature does so, too, behind a proxy.
        await oauth.validateApplicationLevelSignature(server, response, {
          ...options,
          [oauth.jwksCache]: keys,
        });
        return oauth.getValidatedIdTokenClaims(tokens);
      });
      const person = claims.safeParse(claimed);
      if (!person.success)
        throw new ProviderRefusedError('the ID token lacks claims', { cause: person.error });
      const { sub, email, email_verified, name = '' } = person.data;
      const verified = email_verified === true || email_verified === 'true';
      return { subject: sub, email: verified && email ? email : null, name };
    },
  };
}

/** Asks again after a while, and after every failure. */
function rememberFor<T>(ms: number, clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let known: { until: number; answer: Promise<T> } | undefined;
  return () => {
    const now = clock.now();
    if (known && known.until > now) return known.answer;
    const asked = { until: now + ms, answer: ask() };
    known = asked;
    asked.answer.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.answer;
  };
}
