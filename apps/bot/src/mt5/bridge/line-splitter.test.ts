import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '@quorate/trading/market/random';
import { createLineSplitter } from './line-splitter.ts';
import { LINE_MAX_BYTES } from './messages.ts';
import { splitAtRandom } from './testing/split-at-random.ts';

const LETTERS = ['a', '7', '"', '{', ' ', 'é', '€', '日', '🙂', '\u2028', '\\'];

function randomLine(random: () => number): string {
  const length = Math.floor(random() ** 4 * 400);
  let line = '';
  for (let i = 0; i < length; i += 1) line += LETTERS[Math.floor(random() * LETTERS.length)];
  return line;
}

function readAll(pieces: readonly Uint8Array[]) {
  const splitter = createLineSplitter();
  const lines: string[] = [];
  let fault: string | null = null;
  for (const piece of pieces) {
    const split = splitter.push(piece);
    lines.push(...split.lines);
    fault = split.fault;
  }
  return { lines, fault };
}

test('any split of the stream gives the same lines: 5,000 streams, bytes one by one among them', () => {
  for (let seed = 1; seed <= 5_000; seed += 1) {
    const random = createRandom(seed);
    const lines = Array.from({ length: 1 + Math.floor(random() * 8) }, () => randomLine(random));
    const ending = seed % 2 === 0 ? '\n' : '\r\n';
    const bytes = Buffer.from(lines.map((line) => line + ending).join(''));
    const most = seed % 10 === 0 ? 1 : 1 + Math.floor(random() * 300);
    const read = readAll(splitAtRandom(bytes, random, most));
    assert.deepEqual(read, { lines, fault: null }, `seed ${seed}`);
  }
});

test('a stream that is cut short gives the lines that were whole, and no more: 2,000 streams', () => {
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const random = createRandom(seed);
    const lines = Array.from({ length: 5 }, () => randomLine(random));
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    const short = bytes.subarray(0, Math.floor(random() * bytes.length));
    const whole = short.filter((byte) => byte === 10).length;
    const read = readAll(splitAtRandom(short, random, 50));
    assert.deepEqual(read, { lines: lines.slice(0, whole), fault: null }, `seed ${seed}`);
  }
});

test('bytes that were changed on the way give the same lines or fault in every split: 3,000 streams', () => {
  let faults = 0;
  for (let seed = 1; seed <= 3_000; seed += 1) {
    const random = createRandom(seed);
    const lines = Array.from({ length: 5 }, () => randomLine(random));
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    for (let i = 0; i < 3; i += 1)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    const whole = readAll([bytes]);
    const cut = readAll(splitAtRandom(bytes, random, 20));
    assert.deepEqual(cut, whole, `seed ${seed}`);
    if (whole.fault) faults += 1;
  }
  assert.ok(faults > 500, `${faults} faults`);
});

test('a line of 65,536 bytes with its newline is the longest', () => {
  const longest = 'x'.repeat(LINE_MAX_BYTES - 1);
  for (const most of [1, 1_000, 100_000]) {
    const random = createRandom(most);
    const fits = readAll(splitAtRandom(Buffer.from(`${longest}\n`), random, most));
    assert.deepEqual(fits, { lines: [longest], fault: null });
    const over = readAll(splitAtRandom(Buffer.from(`ok\n${longest}x\n`), random, most));
    assert.deepEqual(over, { lines: ['ok'], fault: 'a line is longer than 65536 bytes' });
  }
});

test('a stream without any newline is given up at 64 KiB and costs no memory after that', () => {
  const splitter = createLineSplitter();
  const chunk = new Uint8Array(10_000).fill(65);
  let most = 0;
  for (let i = 0; i < 1_000; i += 1) {
    const { fault } = splitter.push(chunk);
    assert.equal(fault === null, i < 6);
    most = Math.max(most, splitter.held());
  }
  assert.ok(most <= LINE_MAX_BYTES, `${most} bytes`);
  assert.equal(splitter.held(), 0);
});

test('what is no UTF-8 is a fault, and the lines before it stand', () => {
  const bytes = Buffer.concat([Buffer.from('good\n'), Buffer.from([0xc3, 0x28, 10])]);
  assert.deepEqual(readAll([bytes]), { lines: ['good'], fault: 'a line is not UTF-8' });
});

test('a chunk that its owner uses again does no harm', () => {
  const splitter = createLineSplitter();
  const chunk = Buffer.from('half');
  splitter.push(chunk);
  chunk.fill(0);
  assert.deepEqual(splitter.push(Buffer.from(' line\n')).lines, ['half line']);
});
