import { z } from 'zod';
import {
  PROVIDER_ADDRESSES,
  type ProviderSettings,
} from '../features/account/providers/provider-settings.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The variables of those who sign people in besides the service itself. */
export const PROVIDERS_ENVIRONMENT = {
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: address().default(PROVIDER_ADDRESSES.googleIssuer),
  GITHUB_CLIENT_ID: z.string().min(1).optional(),
  GITHUB_CLIENT_SECRET: z.string().min(1).optional(),
  GITHUB_URL: address().default(PROVIDER_ADDRESSES.githubUrl),
  GITHUB_API_URL: address().default(PROVIDER_ADDRESSES.githubApiUrl),
};

type ProvidersEnvironment = z.output<z.ZodObject<typeof PROVIDERS_ENVIRONMENT>>;

/** The providers that are set up, and what is wrong where one is set up by half. */
export function providersFrom(environment: ProvidersEnvironment): {
  providers: ProviderSettings;
  faults: string[];
} {
  const faults: string[] = [];
  const google = clientOf(environment, 'GOOGLE', faults);
  const github = clientOf(environment, 'GITHUB', faults);
  const { GOOGLE_ISSUER: issuer, GITHUB_URL: url, GITHUB_API_URL: apiUrl } = environment;
  return {
    providers: {
      ...(google && { google: { ...google, issuer } }),
      ...(github && { github: { ...github, url, apiUrl } }),
    },
    faults,
  };
}

function clientOf(
  environment: ProvidersEnvironment,
  name: 'GOOGLE' | 'GITHUB',
  faults: string[],
): { clientId: string; clientSecret: string } | null {
  const clientId = environment[`${name}_CLIENT_ID`];
  const clientSecret = environment[`${name}_CLIENT_SECRET`];
  if (clientId && clientSecret) return { clientId, clientSecret };
  if (clientId || clientSecret) {
    const missing = clientId ? 'SECRET' : 'ID';
    faults.push(`${name}_CLIENT_${missing} is needed, too: the id and the secret belong together`);
  }
  return null;
}

/** Secrets travel there, so that only this machine is reached without encryption. */
function address() {
  return z
    .url({ protocol: /^https?$/, error: 'must look like https://login.example', abort: true })
    .refine(isSafe, 'must begin with https://; http:// is for this machine alone')
    .transform((text) => text.replace(/\/+$/, ''));
}

function isSafe(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url !== null && LOOPBACK.has(url.hostname));
}
