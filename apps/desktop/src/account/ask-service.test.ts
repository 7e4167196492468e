import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReleaseFacts } from '@quorate/bot/release-facts';
import { withSwitches } from './ask-service.ts';

const RELEASE: ReleaseFacts = {
  kind: 'installed',
  version: '1.2.3',
  brand: 'Quorate',
  service: { address: 'https://quorate.example', fixed: true },
  updateKey: null,
};

test('a release asks for no service unless the switch is on, and then offers its own first', () => {
  for (const env of [{}, { QUORATE_ASK_SERVICE: '' }, { QUORATE_ASK_SERVICE: 'off' }])
    assert.equal(withSwitches(RELEASE, env), RELEASE);
  assert.deepEqual(withSwitches(RELEASE, { QUORATE_ASK_SERVICE: ' on ' }).service, {
    address: 'https://quorate.example',
    fixed: false,
  });
});

test('a switch that is neither on nor off is refused by its name', () => {
  assert.throws(() => withSwitches(RELEASE, { QUORATE_ASK_SERVICE: 'yes' }), {
    code: 'usage',
    message: 'QUORATE_ASK_SERVICE is yes; it must be on or off.',
  });
});
