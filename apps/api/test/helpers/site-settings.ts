import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { type SiteSettings, siteSettings } from '@quorate/contract/site-settings';

/** The settings of a site at an address where the operator set nothing else. */
export function settingsAt(publicUrl: string): SiteSettings {
  return siteSettings({ brand: DEFAULT_BRAND, publicUrl, figures: 'beta' });
}
