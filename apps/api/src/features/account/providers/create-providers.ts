import { PROVIDER_CALLBACK, type Provider as ProviderName } from '@quorate/contract/providers';
import type { Clock } from '../../../process/clock.ts';
import { createGithub } from './github.ts';
import { createGoogle } from './google.ts';
import type { Provider } from './provider.ts';
import type { ProviderSettings } from './provider-settings.ts';

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
