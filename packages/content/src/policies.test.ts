import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Document } from './document.ts';
import { PRIVACY } from './privacy.ts';
import { REFUND } from './refund.ts';
import { TERMS } from './terms.ts';
import { expectWords } from './testing/read-document.ts';

describe('the policies', () => {
  // @spec 9.51
  it('carry their dates', () => {
    assert.deepEqual(
      [PRIVACY, REFUND, TERMS].map(({ path, effective }) => [path, effective]),
      [
        ['/privacy', 'Jan 10, 2025'],
        ['/refund', 'Jan 10, 2025'],
        ['/terms', 'Jan 15, 2025'],
      ],
    );
  });

  const RULES: readonly [Document, string, string][] = [
    [PRIVACY, 'children', 'not for children under 13'],
    [PRIVACY, 'others', 'Payments are handled by third-party providers'],
    [REFUND, 'when', 'A billing mistake'],
    [REFUND, 'when', 'unavailable for more than 72 consecutive hours'],
    [REFUND, 'when', 'processed in 5-7 business days'],
    [REFUND, 'when', 'Payments for paid plans are final, except in two cases'],
    [REFUND, 'cancelling', 'access lasts to the end of the billing cycle'],
    [REFUND, 'ask', 'We reply within 24 hours'],
    [TERMS, 'age', 'at least 16 years old'],
    [TERMS, 'payment', 'billed monthly or annually'],
    [TERMS, 'payment', 'third-party payment providers'],
    [TERMS, 'cancellation', 'Payments for paid plans are otherwise final'],
    [TERMS, 'cancellation', 'access lasts to the end of the billing cycle'],
    [TERMS, 'liability', 'capped at the payment of your last billing cycle'],
  ];
  for (const [policy, section, words] of RULES) {
    it(`${policy.path} says under ${section}: ${words}`, () => {
      expectWords(policy, section, [words]);
    });
  }
});
