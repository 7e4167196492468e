import { describe, expect, test } from 'vitest';
import { DownloadError, faultOf, faultSentence } from './download-fault.ts';
import { megabytes, paceWords, wholePercent } from './download-words.ts';
import { createSpeedometer } from './progress-ticker.ts';
import { createHeldBytes } from './receive-installer.ts';

describe('the words of a download', () => {
  test.each([
    [0, '0.0 MB'],
    [58_349_000, '58.3 MB'],
    [720_000_000, '720.0 MB'],
  ])('%i bytes are %s', (bytes, words) => expect(megabytes(bytes)).toBe(words));

  test.each([
    [0, 3, 0],
    [2_999, 3_000, 99],
    [3_000, 3_000, 100],
    [0, 0, 0],
  ])(
    '%i of %i bytes are %i percent: all of it only with the last byte',
    (received, total, percent) => expect(wholePercent(received, total)).toBe(percent),
  );

  test.each([
    [null, 5, null],
    [4_200_000, 50_400_000, '4.2 MB/s, about 12 s left'],
    [4_200_000, 1, '4.2 MB/s, about 1 s left'],
    [1_000_000, 90_000_000, '1.0 MB/s, about 2 min left'],
    [100_000, 720_000_000, '0.1 MB/s, about 2 h 0 min left'],
    [4_200_000, null, '4.2 MB/s'],
    [0, 5, '0.0 MB/s'],
  ])('at %s bytes a second with %s missing it says %s', (speed, missing, words) =>
    expect(paceWords(speed, missing)).toBe(words),
  );

  // @spec 8.32, 8.34
  test('its failures have the sentences of the specification', () => {
    const network = new DownloadError({ kind: 'network' });
    expect(faultSentence(faultOf(network))).toBe('Network error during download');
    expect(faultSentence({ kind: 'status', status: 503, reason: 'Busy.' })).toBe(
      'Download failed with status 503',
    );
    for (const [error, message] of [
      [new Error('The disk is full.'), 'The disk is full'],
      [new Error(''), 'unknown error'],
      ['nonsense', 'unknown error'],
    ] as const)
      expect(faultSentence(faultOf(error))).toBe(`Download failed: ${message}. Please try again.`);
  });
});

describe('the speed of a download', () => {
  test('is unknown at first, then that of the last seconds', () => {
    const speed = createSpeedometer();
    expect(speed.bytesPerSecond()).toBeNull();
    speed.note(0, 1_000);
    speed.note(100, 1_100);
    expect(speed.bytesPerSecond()).toBeNull();
    speed.note(1_000, 2_000);
    expect(speed.bytesPerSecond()).toBe(1_000);
    // Ten seconds at a tenth of it: what was before is forgotten.
    for (let second = 1; second <= 10; second += 1)
      speed.note(1_000 + second * 100, 2_000 + second * 1_000);
    expect(speed.bytesPerSecond()).toBe(100);
  });

  test('starts again where the download begins again', () => {
    const speed = createSpeedometer();
    speed.note(5_000, 0);
    speed.note(9_000, 1_000);
    speed.note(0, 1_500);
    expect(speed.bytesPerSecond()).toBeNull();
    speed.note(500, 2_500);
    expect(speed.bytesPerSecond()).toBe(500);
  });
});

test('what has arrived is put together in order, small pieces and large ones', async () => {
  const held = createHeldBytes();
  const pieces = [3, 9_000_000, 8_000_000, 1, 17_000_000, 2].map((size, index) =>
    new Uint8Array(size).fill(index + 1),
  );
  for (const piece of pieces) held.add(piece);
  expect(held.size).toBe(34_000_006);
  const bytes = new Uint8Array(await held.toBlob('').arrayBuffer());
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    expect([bytes[at], bytes[at + piece.length - 1]]).toEqual([index + 1, index + 1]);
    at += piece.length;
  }
  expect(bytes.length).toBe(at);
  held.drop();
  expect([held.size, held.toBlob('').size]).toEqual([0, 0]);
});
