import { DEFAULT_BRAND } from '@quorate/contract/brand';
import {
  SITE_PLACES,
  SITE_SETTINGS_ID,
  type SiteSettings,
  siteSettings,
} from '@quorate/contract/site-settings';

/**
 * The name, the addresses and the origin of the site at hand. A built page carries them in an element of
 * its head, filled in by the service, so that it hydrates to the very same words; while the site is being
 * built they are the places that the service fills. In development and in tests the defaults stand.
 */
export const SITE: SiteSettings = readSettings();

function readSettings(): SiteSettings {
  if (import.meta.env.SSR && import.meta.env.PROD) return SITE_PLACES;
  const element = globalThis.document?.getElementById(SITE_SETTINGS_ID);
  if (import.meta.env.PROD || element) return JSON.parse(element?.textContent ?? '');
  const publicUrl = globalThis.location?.origin ?? SITE_PLACES.origin;
  return siteSettings({ brand: DEFAULT_BRAND, publicUrl, figures: 'beta' });
}
