import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { instant } from '@quorate/values/instant';
import { botLogOf } from '../runs/bot-process.ts';
import { openAppLog } from './app-log.ts';

const clock = { now: () => instant(Date.parse('2026-11-22T08:00:00Z')) };

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'app log ünï '));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('the log of the app', () => {
  it('has each line with its time, for its owner alone', (t) => {
    const data = folder(t);
    openAppLog(data, clock).line('Version 1.2.3 began.');
    const file = join(data, 'logs', 'app.log');
    assert.equal(readFileSync(file, 'utf8'), '2026-11-22T08:00:00.000Z Version 1.2.3 began.\n');
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('is three files of a megabyte, however much is written and however often the app begins', (t) => {
    const data = folder(t);
    for (let start = 0; start < 5; start += 1) {
      const log = openAppLog(data, clock);
      for (let at = 0; at < 1_000; at += 1) log.line(`${start} ${at} ${'x'.repeat(970)}`);
    }
    const names = readdirSync(join(data, 'logs')).toSorted();
    assert.deepEqual(names, ['app.1.log', 'app.2.log', 'app.log']);
    for (const name of names) assert.ok(statSync(join(data, 'logs', name)).size <= 1_048_576, name);
    assert.match(readFileSync(join(data, 'logs', 'app.log'), 'utf8'), / 4 999 x+\n$/);
  });

  it('carries no secret that a message had, and no control characters', (t) => {
    const data = folder(t);
    const log = openAppLog(data, clock);
    log.line('GET http://127.0.0.1:7000/#ticket=AbC-123_x failed');
    log.line('sent Authorization: Bearer s3cr3tvalue and {"secret":"anotherone"}');
    log.line('{"password": "with a space","token":"t0ken-x"} token: sp4ced ticket="qu0ted"');
    log.line('clear \u001b[2J screen');
    const text = readFileSync(join(data, 'logs', 'app.log'), 'utf8');
    for (const secret of [
      'AbC-123_x',
      's3cr3tvalue',
      'anotherone',
      'a space',
      't0ken-x',
      'sp4ced',
      'qu0ted',
      '\u001b',
    ]) {
      assert.ok(!text.includes(secret), `${secret} in ${text}`);
    }
  });

  it('is no file of a bot, whatever its configuration is called', (t) => {
    const data = folder(t);
    openAppLog(data, clock).line('of the app');
    for (const name of ['App', 'app', 'App 1']) assert.ok(!existsSync(botLogOf(data, name)), name);
  });

  it('that cannot be written disturbs nobody', (t) => {
    const data = folder(t);
    writeFileSync(join(data, 'logs'), 'a file in the way');
    openAppLog(data, clock).line('unheard');
  });
});
