import type { Provider as ProviderName } from '@quorate/contract/providers';

/** Who a provider says a person is. */
export type Identity = Readonly<{
  /** The provider's own id of the person: addresses change hands, this does not. */
  subject: string;
  /** null when the provider has verified none. */
  email: string | null;
  /** What the person is called there, for a username to be made from; '' when it does not say. */
  name: string;
}>;

/** What is kept between sending a browser to a provider and its coming back. */
export type Handshake = Readonly<{
  state: string;
  codeVerifier: string;
  /** For providers that sign who somebody is. */
  nonce: string;
}>;

/** Somebody else who vouches for people (OAuth 2.0 code flow with PKCE). */
export type Provider = Readonly<{
  /**
   * Where to send the browser.
   *
   * @throws ProviderUnreachableError
   */
  authorizationUrl(handshake: Handshake): Promise<URL>;
  /**
   * Who came back with this code.
   *
   * @throws ProviderUnreachableError
   * @throws ProviderRefusedError also when the answer is forged, stale, or meant for somebody else
   */
  identify(code: string, handshake: Handshake): Promise<Identity>;
}>;

/** No answer came, not in time, or none that says anything: in a moment it may be different. */
export class ProviderUnreachableError extends Error {
  override readonly name = 'ProviderUnreachableError';
}

/** The provider answered, and its answer is no. */
export class ProviderRefusedError extends Error {
  override readonly name = 'ProviderRefusedError';
}

/** The person is known to the provider, and no address of theirs has been verified there. */
export class EmailUnverifiedError extends Error {
  override readonly name = 'EmailUnverifiedError';
}

/** What the operator registered at a provider. */
export type ProviderClient = Readonly<{ clientId: string; clientSecret: string }>;

/** Providers that are set up; the others are off. */
export type ProviderSettings = Readonly<{
  google?: ProviderClient & Readonly<{ issuer: string }>;
  github?: ProviderClient & Readonly<{ url: string; apiUrl: string }>;
}>;

export const PROVIDER_NAMES = { google: 'Google', github: 'GitHub' } as const satisfies Record<
  ProviderName,
  string
>;

/** Where they are unless the operator says otherwise. */
export const PROVIDER_ADDRESSES = {
  googleIssuer: 'https://accounts.google.com',
  githubUrl: 'https://github.com',
  githubApiUrl: 'https://api.github.com',
} as const;
