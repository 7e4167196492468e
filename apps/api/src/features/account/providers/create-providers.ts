import { PROVIDER_CALLBACK, type Provider as ProviderName } from '@quorate/contract/providers';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '../../../process/clock.ts';
import { authorizationUrl, exchangeCode, refusing, requestOptions } from './code-flow.ts';
import { createGoogle } from './google.ts';
import type { Provider, ProviderSettings } from './provider.ts';
import { ProviderRefusedError } from './provider.ts';

/** The providers that are set up. */
export type Providers = Readonly<Partial<Record<ProviderName, Provider>>>;

/** @param from.publicUrl where providers send the browser back to, at `PROVIDER_CALLBACK` */
export function createProviders(
  { clock, publicUrl }: { clock: Clock; publicUrl: string },
  settings: ProviderSettings,
): Providers {
  const redirectUri = publicUrl + PROVIDER_CALLBACK;
  return {
    ...(settings.google && { google: createGoogle({ clock, redirectUri }, settings.google) }),
    ...(settings.github && { github: createGithub({ redirectUri }, settings.github) }),
  };
}

const SCOPE = 'user:email';

const person = z.object({ id: z.int().positive(), login: z.string() });
const addresses = z.array(
  z.object({ email: z.string().max(254), primary: z.boolean(), verified: z.boolean() }),
);

/** GitHub or GitHub Enterprise Server: OAuth without ID tokens, who somebody is stands in its API. */
function createGithub(
  { redirectUri }: { redirectUri: string },
  settings: NonNullable<ProviderSettings['github']>,
): Provider {
  const { url, apiUrl } = settings;
  const server: oauth.AuthorizationServer = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  };

  async function read<S extends z.ZodType>(schema: S, path: string, accessToken: string) {
    const response = await oauth.protectedResourceRequest(
      accessToken,
      'GET',
      new URL(apiUrl + path),
      new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'quorate' }),
      undefined,
      requestOptions(apiUrl),
    );
    const document: unknown = await response.json().catch((cause: unknown) => {
      throw new ProviderRefusedError(`${path} answered with what is not JSON`, { cause });
    });
    const parsed = schema.safeParse(document);
    if (response.ok && parsed.success) return parsed.data;
    throw new ProviderRefusedError(`${path} answered with status ${response.status}`);
  }

  return {
    authorizationUrl: (handshake) =>
      authorizationUrl(server.authorization_endpoint, {
        client: settings,
        redirectUri,
        scope: SCOPE,
        handshake,
      }),
    identify: (code, handshake) =>
      refusing(async () => {
        const from = { client: settings, redirectUri, code, handshake, address: url };
        const response = await exchangeCode(server, from);
        const client = { client_id: settings.clientId };
        const { access_token: token } = await oauth.processAuthorizationCodeResponse(
          server,
          client,
          response,
        );
        const { id, login } = await read(person, '/user', token);
        const known = await read(addresses, '/user/emails', token);
        const primary = known.find((address) => address.primary && address.verified);
        return { subject: String(id), email: primary?.email ?? null, name: login };
      }),
  };
}
