import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { type Leaf, leafText, readLeaf } from './leaf.ts';

const LEAF: Leaf = {
  at: '2026-03-02T10:00:00.000Z',
  body: 'ab'.repeat(32),
  kind: 'closed',
  position: 12,
  private: 'cd'.repeat(32),
  stream: '0f'.repeat(16),
  terminalAt: '2026-03-02T09:59:59.120Z',
};

describe('a leaf', () => {
  it('is canonical JSON, with and without what may be missing', () => {
    for (const leaf of [LEAF, { ...LEAF, private: null }, { ...LEAF, terminalAt: null }]) {
      const { terminalAt, private: kept, ...rest } = leaf;
      const document = {
        ...rest,
        ...(kept === null ? {} : { private: kept }),
        ...(terminalAt === null ? {} : { terminal_at: terminalAt }),
        v: 2,
      };
      assert.equal(leafText(leaf), canonicalJson(document));
      assert.deepEqual(readLeaf(leafText(leaf)), leaf);
    }
  });

  it('is read from nothing else', () => {
    const text = leafText(LEAF);
    for (const other of [
      '',
      `${text}\n`,
      text.replace('"v":2', '"v":1'),
      text.replace('closed', 'invented'),
      text.replace('"position":12', '"position":012'),
      text.replace('"position":12', '"position":0'),
      text.replace('"position":12', '"position":9999999999999999'),
      text.replace('abab', 'ABAB'),
      text.replace('{', '{ '),
      text.replace('0f0f', '0f'),
    ])
      assert.equal(readLeaf(other), null, other);
  });
});
