import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byteRange } from './send-installer.ts';

const SIZE = 1_000;

describe('a range of bytes', () => {
  const cases: [string | undefined, ReturnType<typeof byteRange>][] = [
    [undefined, 'none'],
    ['', 'none'],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=200-', { first: 200, last: 999 }],
    ['bytes=200-299', { first: 200, last: 299 }],
    ['bytes=999-', { first: 999, last: 999 }],
    ['bytes=900-5000', { first: 900, last: 999 }],
    ['bytes=-100', { first: 900, last: 999 }],
    ['bytes=-5000', { first: 0, last: 999 }],
    [' Bytes=1-2 ', { first: 1, last: 2 }],
    ['bytes=1000-', 'outside'],
    ['bytes=99999999999999999999-', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=0-1,5-6', 'none'],
    ['bytes=5-4', 'none'],
    ['bytes=-', 'none'],
    ['bytes=a-b', 'none'],
    ['bytes=+1-2', 'none'],
    ['bytes 0-1', 'none'],
    ['lines=0-1', 'none'],
  ];
  for (const [header, expected] of cases)
    it(`of ${header ?? 'no header'} is ${JSON.stringify(expected)} of a thousand`, () => {
      assert.deepEqual(byteRange(header, SIZE), expected);
    });
});
