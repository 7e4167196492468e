import { t } from '@lingui/core/macro';
import { PROVIDERS, type Provider } from '@quorate/contract/providers';
import { SITE } from './site.ts';

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  google: t`Google`,
  github: 'GitHub',
};

/** The providers that the operator has set up. */
export function configuredProviders(): readonly Provider[] {
  const named = SITE.providers.split(',');
  return PROVIDERS.filter((provider) => named.includes(provider));
}
