import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SIGNATURE_TYPES, verifierKey, verifierKeyText } from '@quorate/tlog/note';
import { witnessesFrom } from './witnesses.ts';

const keyOf = (name: string, type: 1 | 4 = SIGNATURE_TYPES.cosignature) =>
  verifierKeyText(verifierKey(name, new Uint8Array(32).fill(7), type));

describe('LOG_WITNESSES', () => {
  it('is pairs of a key and an address', () => {
    const text = `${keyOf('a.example/w')} https://a.example/, ${keyOf('b.example')} http://127.0.0.1:4600/w `;
    const { witnesses, faults } = witnessesFrom(text);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      witnesses.map(({ key, url }) => [key.name, url]),
      [
        ['a.example/w', 'https://a.example'],
        ['b.example', 'http://127.0.0.1:4600/w'],
      ],
    );
    assert.deepEqual(witnessesFrom(undefined), { witnesses: [], faults: [] });
  });

  it('names what is none', () => {
    for (const text of [
      keyOf('a.example'),
      `${keyOf('a.example')} ftp://a.example`,
      `${keyOf('a.example', 1)} https://a.example`,
      `${keyOf('a.example').replace('a.', 'b.')} https://a.example`,
      'https://a.example',
      `${keyOf('a.example')} https://a.example https://b.example`,
    ])
      assert.match(witnessesFrom(text).faults.join(), /LOG_WITNESSES must be pairs/, text);
    const twice = `${keyOf('a.example')} https://a.example,${keyOf('a.example')} https://b.example`;
    assert.match(witnessesFrom(twice).faults.join(), /names a\.example twice/);
  });
});
