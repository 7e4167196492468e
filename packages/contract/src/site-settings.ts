import type { Brand } from './brand.ts';
import type { Provider } from './providers.ts';

const NAMES = [
  'origin',
  'figures',
  'name',
  'tagline',
  'supportEmail',
  'phone',
  'phoneDigits',
  'phoneHours',
  'office',
  'founderName',
  'providers',
  'demo',
] as const;

/**
 * What pages know of the service that serves them. `origin`: what canonical addresses begin with.
 * `figures`: beta or ledger, where the home page's figures come from. `phoneDigits`: the phone as links
 * dial it. `providers`: who else signs people in here, names of `PROVIDERS` with commas between, '' for nobody.
 * `demo`: `on` where there is a live demo, '' elsewhere. The rest is the brand.
 */
export type SiteSettings = Readonly<Record<(typeof NAMES)[number], string>>;

/** The id of the element that holds a page's settings, as JSON. */
export const SITE_SETTINGS_ID = 'site-settings';

/**
 * Stand in the built site for settings that are known only where it is served. The service puts the real
 * ones in their place when it loads the site.
 */
export const SITE_PLACES: SiteSettings = {
  // An address that is one: readers of a sitemap may look at it before it is filled.
  origin: 'https://site-origin.invalid',
  figures: '{{figures}}',
  name: '{{name}}',
  tagline: '{{tagline}}',
  supportEmail: '{{supportEmail}}',
  phone: '{{phone}}',
  phoneDigits: '{{phoneDigits}}',
  phoneHours: '{{phoneHours}}',
  office: '{{office}}',
  founderName: '{{founderName}}',
  providers: '{{providers}}',
  demo: '{{demo}}',
};

const PLACE = /https:\/\/site-origin\.invalid|\{\{\w+\}\}|\{\{(beta|ledger)\|([^{}]*)\}\}/g;

/**
 * The settings of a site.
 *
 * @param publicUrl where people reach the service; a path behind its origin is left out
 * @throws TypeError when `publicUrl` is no address
 * @example siteSettings({ brand: DEFAULT_BRAND, publicUrl: 'https://quorate.example', figures: 'beta' })
 */
export function siteSettings(from: {
  brand: Brand;
  publicUrl: string;
  figures: 'beta' | 'ledger';
  providers?: readonly Provider[];
  demo?: boolean;
}): SiteSettings {
  const { brand, publicUrl, figures, providers = [], demo = false } = from;
  return {
    // Of an address only the origin is safe in markup: it has no quotes, angles or ampersands.
    origin: new URL(publicUrl).origin,
    figures,
    name: brand.name,
    tagline: brand.tagline,
    supportEmail: brand.supportEmail,
    phone: brand.phone,
    phoneDigits: brand.phone.replace(/[^+\d]/g, ''),
    phoneHours: brand.phoneHours,
    office: brand.office,
    founderName: brand.founderName,
    providers: providers.join(','),
    demo: demo ? 'on' : '',
  };
}

/**
 * Of two texts the one for a page's figures; at build time a place for both.
 *
 * @param figures the setting, or its place
 * @param texts without braces
 * @example textByFigures('beta', { beta: '5+', ledger: '–' }) // '5+'
 */
export function textByFigures(figures: string, texts: { beta: string; ledger: string }): string {
  if (figures === 'beta') return texts.beta;
  if (figures === 'ledger') return texts.ledger;
  return `{{beta|${texts.beta}}}{{ledger|${texts.ledger}}}`;
}

/**
 * Puts settings into a text of the built site, once: what a setting says is no place again.
 *
 * @example fillPlaces('<title>Login · {{name}}</title>', settings) // '<title>Login · Quorate</title>'
 */
export function fillPlaces(text: string, settings: SiteSettings): string {
  const values = new Map(NAMES.map((name) => [SITE_PLACES[name], settings[name]]));
  return text.replace(PLACE, (place, figures?: string, words?: string) => {
    if (figures === undefined) return values.get(place) ?? place;
    return figures === settings.figures ? (words ?? '') : '';
  });
}
