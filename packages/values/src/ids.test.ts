import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idOf, isUuid, type UserId } from './ids.ts';

test('a UUID is an id, in lower case', () => {
  assert.equal(
    idOf<UserId>('0190F3A2-7C4E-7B1A-9D2C-0123456789AB'),
    '0190f3a2-7c4e-7b1a-9d2c-0123456789ab',
  );
});

test('what is no UUID is refused with its text', () => {
  const near = [
    '',
    'x',
    '0190f3a2-7c4e-7b1a-9d2c-0123456789a',
    '0190f3a2-7c4e-9b1a-9d2c-0123456789ab',
    '0190f3a2-7c4e-7b1a-cd2c-0123456789ab',
    ' 0190f3a2-7c4e-7b1a-9d2c-0123456789ab',
    '0190f3a2-7c4e-7b1a-9d2c-0123456789ab\n',
  ];
  for (const text of near) {
    assert.equal(isUuid(text), false, text);
    assert.throws(() => idOf<UserId>(text), {
      name: 'ValueError',
      message: `'${text}' is not an id`,
    });
  }
});
