import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { deviceName } from './device-name.ts';
import { savedSignInIn } from './saved-sign-in.ts';

const MIRA = { service: 'https://quorate.example', user: 'mira' };
const SAVED = {
  user: {
    id: '0197a0c0-0000-7000-8000-000000000009',
    username: 'mira',
    email: 'mira@example.org',
    role: 'user',
  },
  token: 'a'.repeat(43),
} as const;

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'bot-sign-in-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('a kept sign-in', () => {
  it('is read again by the next run, and can be forgotten', (t) => {
    const data = folder(t);
    const saved = savedSignInIn(data, MIRA);
    assert.equal(saved.read(), null);
    saved.write(SAVED);
    assert.deepEqual(savedSignInIn(data, { ...MIRA, user: 'Mira' }).read(), SAVED);
    saved.write({ ...SAVED, token: 'b'.repeat(43) });
    assert.equal(saved.read()?.token, 'b'.repeat(43));
    saved.remove();
    saved.remove();
    assert.equal(saved.read(), null);
    assert.deepEqual(readdirSync(join(data, 'sign-ins')), []);
  });

  it('is one for each user and service', (t) => {
    const data = folder(t);
    savedSignInIn(data, MIRA).write(SAVED);
    assert.equal(savedSignInIn(data, { ...MIRA, user: 'omar' }).read(), null);
    assert.equal(savedSignInIn(data, { ...MIRA, service: 'http://localhost:3000' }).read(), null);
  });

  it('can be read by its owner alone', (t) => {
    const data = folder(t);
    savedSignInIn(data, MIRA).write(SAVED);
    const [name = ''] = readdirSync(join(data, 'sign-ins'));
    assert.equal(statSync(join(data, 'sign-ins')).mode & 0o777, 0o700);
    assert.equal(statSync(join(data, 'sign-ins', name)).mode & 0o777, 0o600);
  });

  it('counts as none when it is damaged', (t) => {
    const data = folder(t);
    const saved = savedSignInIn(data, MIRA);
    saved.write(SAVED);
    const [name = ''] = readdirSync(join(data, 'sign-ins'));
    const file = join(data, 'sign-ins', name);
    const whole = readFileSync(file, 'utf8');
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{}',
      whole.slice(0, 40),
      whole.replace(':1', ':2'),
    ]) {
      writeFileSync(file, text);
      assert.equal(saved.read(), null, text);
    }
  });

  it('that cannot be written is a fault that names the folder', (t) => {
    const data = folder(t);
    writeFileSync(join(data, 'sign-ins'), 'a file in the way');
    assert.throws(() => savedSignInIn(data, MIRA).write(SAVED), {
      code: 'data_folder',
      message: /sign-ins cannot be used: /,
    });
  });
});

describe('the name of a device', () => {
  it('is the machine’s, as far as the service takes it', () => {
    assert.equal(deviceName(' trading-desk.local '), 'trading-desk.local');
    assert.equal(deviceName('x'.repeat(200)), 'x'.repeat(60));
    for (const odd of ['', '   ', 'a\u0000b', '\ud800']) assert.equal(deviceName(odd), 'bot');
  });
});
