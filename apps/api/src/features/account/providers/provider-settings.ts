import type { Provider } from '@quorate/contract/providers';

/** What the operator registered at a provider. */
export type ProviderClient = Readonly<{ clientId: string; clientSecret: string }>;

/** Providers that are set up; the others are off. */
export type ProviderSettings = Readonly<{
  google?: ProviderClient & Readonly<{ issuer: string }>;
  github?: ProviderClient & Readonly<{ url: string; apiUrl: string }>;
}>;

export const PROVIDER_NAMES = { google: 'Google', github: 'GitHub' } as const satisfies Record<
  Provider,
  string
>;

/** Where they are unless the operator says otherwise. */
export const PROVIDER_ADDRESSES = {
  googleIssuer: 'https://accounts.google.com',
  githubUrl: 'https://github.com',
  githubApiUrl: 'https://api.github.com',
} as const;
