import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { askControl, openControl } from './control.ts';

const soon = () => AbortSignal.timeout(5_000);

test('a command reaches the running bot and its answer comes back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'control-'));
  const control = await openControl(folder, async (command) => ({ did: command }));
  assert.deepEqual(await askControl(folder, 'status', soon()), {
    kind: 'answered',
    body: { did: 'status' },
  });
  assert.equal(statSync(join(folder, 'control.json')).mode & 0o077, 0);
  await control.close();
  assert.equal(existsSync(join(folder, 'control.json')), false);
  assert.deepEqual(await askControl(folder, 'status', soon()), { kind: 'not-running' });
});

test('a command without the secret is not carried out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'control-'));
  let carriedOut = 0;
  const control = await openControl(folder, async () => (carriedOut += 1));
  const file = join(folder, 'control.json');
  const where = JSON.parse(readFileSync(file, 'utf8')) as { port: number };
  writeFileSync(file, JSON.stringify({ ...where, secret: '0'.repeat(64) }));
  assert.equal((await askControl(folder, 'flatten', soon())).kind, 'failed');
  assert.equal(carriedOut, 0);
  await control.close();
});

test('what the bot cannot do is told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'control-'));
  const control = await openControl(folder, () => Promise.reject(new Error('the disk is full')));
  assert.deepEqual(await askControl(folder, 'halt', soon()), {
    kind: 'failed',
    message: 'the disk is full',
  });
  await control.close();
});

test('a page is asked for with its place, and an answer may be long', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'control-'));
  const long = 'ü'.repeat(1_000_000);
  const control = await openControl(folder, async (command, parameters) => ({
    command,
    parameters,
    long,
  }));
  const asked = { before: '17', limit: 50 };
  assert.deepEqual(await askControl(folder, 'trades', soon(), asked), {
    kind: 'answered',
    body: { command: 'trades', parameters: asked, long },
  });
  // A question is short: nobody fills the bot's memory from outside.
  const tooLong = { before: 'x'.repeat(100_000) };
  assert.equal((await askControl(folder, 'trades', soon(), tooLong)).kind, 'failed');
  await control.close();
});

test('a bot ends whose address cannot be taken away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'control-'));
  const control = await openControl(folder, async () => ({}));
  const file = join(folder, 'control.json');
  rmSync(file);
  mkdirSync(file);
  await control.close();
  assert.deepEqual(await askControl(folder, 'status', soon()), { kind: 'not-running' });
});
