import { expect, test } from 'vitest';
import { organizationData } from './structured-data.ts';

test('the organization can be reached, and shows its mark', () => {
  const { name, url, logo, contactPoint } = organizationData();
  expect(name).toBe('Quorate');
  expect(new URL(logo).pathname).toBe('/icons/icon-512.png');
  expect(new URL(logo).origin).toBe(new URL(url).origin);
  expect(contactPoint.email).toBe('support@quorate.example');
  expect(contactPoint.telephone).toBe('+92425550100');
});
