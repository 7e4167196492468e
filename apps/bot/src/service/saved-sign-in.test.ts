import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { memoryVault } from '../testing/memory-vault.ts';
import { signInSecret } from '../vault/vault.ts';
import { savedSignInIn } from './saved-sign-in.ts';
import { deviceName } from './session.ts';

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
    const vault = memoryVault();
    const saved = savedSignInIn(vault, data, MIRA);
    assert.equal(saved.read(), null);
    saved.write(SAVED);
    assert.deepEqual(savedSignInIn(vault, data, { ...MIRA, user: 'Mira' }).read(), SAVED);
    saved.write({ ...SAVED, token: 'b'.repeat(43) });
    assert.equal(saved.read()?.token, 'b'.repeat(43));
    saved.remove();
    saved.remove();
    assert.equal(saved.read(), null);
  });

  it('is one for each user and service', (t) => {
    const data = folder(t);
    const vault = memoryVault();
    savedSignInIn(vault, data, MIRA).write(SAVED);
    assert.equal(savedSignInIn(vault, data, { ...MIRA, user: 'omar' }).read(), null);
    assert.equal(
      savedSignInIn(vault, data, { ...MIRA, service: 'http://localhost:3000' }).read(),
      null,
    );
  });

  it('counts as none when it is damaged', (t) => {
    const data = folder(t);
    const vault = memoryVault();
    const saved = savedSignInIn(vault, data, MIRA);
    saved.write(SAVED);
    const whole = vault.get(signInSecret(MIRA)) ?? '';
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{}',
      whole.slice(0, 40),
      whole.replace(':1', ':2'),
    ]) {
      vault.set(signInSecret(MIRA), text);
      assert.equal(saved.read(), null, text);
    }
  });

  it('that an earlier version left in a file is moved into the vault once', (t) => {
    const data = folder(t);
    const name = createHash('sha256').update(JSON.stringify(['https://quorate.example', 'mira']));
    const file = join(data, 'sign-ins', `${name.digest('hex').slice(0, 16)}.json`);
    mkdirSync(join(data, 'sign-ins'));
    writeFileSync(file, JSON.stringify({ format: 1, service: MIRA.service, ...SAVED }));
    const vault = memoryVault();
    assert.deepEqual(savedSignInIn(vault, data, MIRA).read(), SAVED);
    assert.equal(existsSync(file), false);
    assert.deepEqual(savedSignInIn(vault, data, MIRA).read(), SAVED);
  });
});

describe('the name of a device', () => {
  it('is the machine’s, as far as the service takes it', () => {
    assert.equal(deviceName(' trading-desk.local '), 'trading-desk.local');
    assert.equal(deviceName('x'.repeat(200)), 'x'.repeat(60));
    for (const odd of ['', '   ', 'a\u0000b', '\ud800']) assert.equal(deviceName(odd), 'bot');
  });
});
