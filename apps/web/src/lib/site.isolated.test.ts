import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { SITE_PLACES, SITE_SETTINGS_ID, siteSettings } from '@quorate/contract/site-settings';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function readSite() {
  vi.resetModules();
  return (await import('./site.ts')).SITE;
}

function putIntoPage(settings: object) {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = SITE_SETTINGS_ID;
  element.textContent = JSON.stringify(settings);
  document.head.append(element);
}

test('a page shows what the service filled in, and nothing else', async () => {
  const settings = siteSettings({
    brand: { ...DEFAULT_BRAND, name: "O'Neil FX" },
    publicUrl: 'https://acme.example/somewhere',
    figures: 'ledger',
  });
  putIntoPage(settings);
  expect(await readSite()).toEqual(settings);
  vi.stubEnv('PROD', true);
  expect(await readSite()).toEqual(settings);
});

test('in development the defaults stand', async () => {
  expect(await readSite()).toEqual(
    siteSettings({ brand: DEFAULT_BRAND, publicUrl: window.location.origin, figures: 'beta' }),
  );
});

test('a page that is being built has a place for each', async () => {
  vi.stubEnv('SSR', true);
  vi.stubEnv('PROD', true);
  expect(await readSite()).toEqual(SITE_PLACES);
});

test('a built page without its settings fails rather than show the defaults', async () => {
  vi.stubEnv('PROD', true);
  await expect(readSite()).rejects.toThrow(SyntaxError);
});
