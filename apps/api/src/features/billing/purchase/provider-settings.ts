import type { getCheckoutSettings } from '@quorate/contract/checkout';
import type { Reply } from '@quorate/contract/endpoint';
import type { Provider } from '../billing.deps.ts';

type Settings = NonNullable<Reply<typeof getCheckoutSettings>['settings']>;

/** What browsers may know of the provider: nothing in it is secret. */
export function providerSettings(provider: Provider): Settings {
  return {
    environment: provider.environment,
    client_token: provider.clientToken,
    script: provider.script,
  };
}
