import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BRAND } from './brand.ts';
import { fillPlaces, SITE_PLACES, siteSettings, textByFigures } from './site-settings.ts';

const LINK = '<link rel="canonical" href="https://site-origin.invalid/pricing">';

function settingsAt(publicUrl: string, figures: 'beta' | 'ledger' = 'beta', name = 'Acme') {
  const phone = '+1 (555) 010-99';
  return siteSettings({ brand: { ...DEFAULT_BRAND, name, phone }, publicUrl, figures });
}

describe('the settings of a site', () => {
  it('name the phone as it is read and as it is dialled', () => {
    const { phone, phoneDigits } = settingsAt('https://acme.example');
    assert.deepEqual([phone, phoneDigits], ['+1 (555) 010-99', '+155501099']);
  });

  it('have nothing of the address but its origin', () => {
    const { origin } = settingsAt(`https://acme.example/$&"><script>alert(1)</script>?q=$1#x`);
    assert.equal(origin, 'https://acme.example');
  });

  it('name who else signs people in, and nobody where the operator set nobody up', () => {
    const from = {
      brand: DEFAULT_BRAND,
      publicUrl: 'https://acme.example',
      figures: 'beta',
    } as const;
    assert.equal(siteSettings(from).providers, '');
    assert.equal(
      siteSettings({ ...from, providers: ['google', 'github'] }).providers,
      'google,github',
    );
  });

  it('have a place each, and each place is filled', () => {
    const settings = settingsAt('https://acme.example');
    assert.deepEqual(Object.keys(SITE_PLACES), Object.keys(settings));
    const filled: unknown = JSON.parse(fillPlaces(JSON.stringify(SITE_PLACES), settings));
    assert.deepEqual(filled, settings);
  });
});

describe('a text of the built site', () => {
  it('gets the origin wherever its place is open', () => {
    const settings = settingsAt('http://localhost:3000');
    assert.equal(
      fillPlaces(`${LINK}${LINK}\nSitemap: https://site-origin.invalid/sitemap.xml`, settings),
      '<link rel="canonical" href="http://localhost:3000/pricing">'.repeat(2) +
        '\nSitemap: http://localhost:3000/sitemap.xml',
    );
  });

  it('takes no part of a setting for a pattern or for a place', () => {
    const settings = settingsAt('https://acme.example', 'beta', "$& $1 {{office}} {{beta|x}} $'");
    assert.equal(fillPlaces('[{{name}}]', settings), "[$& $1 {{office}} {{beta|x}} $']");
  });

  it('says what its figures are, and nothing of those that they are not', () => {
    const built = textByFigures(SITE_PLACES.figures, { beta: '5+', ledger: '–' });
    for (const [figures, text] of [
      ['beta', '5+'],
      ['ledger', '–'],
    ] as const) {
      assert.equal(
        fillPlaces(`<dd>${built}</dd>`, settingsAt('https://a.example', figures)),
        `<dd>${text}</dd>`,
      );
      assert.equal(textByFigures(figures, { beta: '5+', ledger: '–' }), text);
    }
  });

  it('keeps what only looks like a place', () => {
    const text = '{{unknown}} {{ name }} {name} a{b:{c:d}} https://site-origin.example';
    assert.equal(fillPlaces(text, settingsAt('https://acme.example')), text);
  });
});
