import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBridgeToken, parseBridgeFile, printBridgeFile } from './bridge-file.ts';

const token = 'ab'.repeat(32);

test('what is written for the expert is what is read', () => {
  const settings = { token, port: 7_420, transport: 'tcp', magic: 7_420_001 } as const;
  const text = `token=${token}\nport=7420\ntransport=tcp\nmagic=7420001\n`;
  assert.equal(printBridgeFile(settings), text);
  assert.deepEqual(parseBridgeFile(text), settings);
  assert.deepEqual(parseBridgeFile(text.replaceAll('\n', '\r\n')), settings);
});

test('a setting that is wrong is named, and its value is not told', () => {
  assert.throws(() => parseBridgeFile(`token=${token}0\nport=70000\ntransport=tcp\nmagic=1`), {
    code: 'terminal',
    message: 'bridge.txt has no right token, port: install the expert again.',
  });
  assert.throws(() => parseBridgeFile(''), /token, port, transport, magic/);
});

test('each token is 32 random bytes of its own', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, makeBridgeToken));
  assert.equal(tokens.size, 1_000);
  for (const made of tokens) assert.match(made, /^[0-9a-f]{64}$/);
});
