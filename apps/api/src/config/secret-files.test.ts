import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { ConfigError, ENVIRONMENT_NAMES, readConfig } from './config.ts';
import { SECRETS } from './secret-files.ts';

const KEY = Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64');

function secretFile(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'secret');
  writeFileSync(file, text);
  return file;
}

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('a secret in a file', () => {
  it('is read as if the variable held it, without the line’s end', (t) => {
    const config = readConfig({
      SECRET_KEY_FILE: secretFile(t, `${KEY}\n`),
      SMTP_URL_FILE: secretFile(t, 'smtps://u:p@mail.example:465\r\n'),
      DATABASE_URL_FILE: secretFile(t, 'postgresql://u:p@db.example:5432/quorate\n'),
    });
    assert.deepEqual(config.secretKey, Buffer.from(KEY, 'base64'));
    assert.equal(config.smtpUrl, 'smtps://u:p@mail.example:465');
    assert.equal(config.databaseUrl, 'postgresql://u:p@db.example:5432/quorate');
  });

  it('is refused where it is missing, empty, no secret or set twice, and is never repeated', (t) => {
    assert.deepEqual(faultsOf({ SECRET_KEY_FILE: '/nowhere/key' }), [
      'SECRET_KEY_FILE /nowhere/key cannot be read (ENOENT) by the user of the service',
    ]);
    const empty = secretFile(t, ' \n');
    assert.deepEqual(faultsOf({ SMTP_URL_FILE: empty }), [`SMTP_URL_FILE ${empty} is empty`]);
    assert.deepEqual(faultsOf({ SECRET_KEY: KEY, SECRET_KEY_FILE: empty }), [
      'SECRET_KEY and SECRET_KEY_FILE are both set: set one of them',
    ]);
    const [fault = ''] = faultsOf({ SECRET_KEY_FILE: secretFile(t, 'geheim') });
    assert.match(fault, /^SECRET_KEY must be 32 bytes/);
    assert.doesNotMatch(fault, /geheim/);
  });

  it('may be every variable with a secret, as the reference lists them', () => {
    for (const name of SECRETS) assert.ok(ENVIRONMENT_NAMES.includes(name), name);
    const file = new URL('../../../../docs/reference/service.md', import.meta.url);
    const [, listed = ''] = readFileSync(file, 'utf8').split('**Secrets in files.**');
    const names = [...(listed.split('\n')[0] ?? '').matchAll(/`([A-Z_]{5,})`/g)];
    assert.deepEqual(
      new Set(names.map(([, name]) => name).filter((name) => name !== '_FILE')),
      new Set(SECRETS),
    );
  });
});

describe('the password of a database', () => {
  const DATABASE_PASSWORD = 'p@ss/w%rd:?';

  it('goes into addresses that name a user and none, whatever letters it has', () => {
    const { databaseUrl = '', databaseReadUrl = '' } = readConfig({
      DATABASE_URL: 'postgresql://quorate@database:5432/quorate',
      DATABASE_READ_URL: 'postgresql://quorate@replica:5432/quorate',
      DATABASE_PASSWORD,
    });
    for (const address of [databaseUrl, databaseReadUrl]) {
      const { username, password, pathname } = new URL(address);
      assert.deepEqual(
        [username, decodeURIComponent(password), pathname],
        ['quorate', DATABASE_PASSWORD, '/quorate'],
      );
    }
  });

  it('leaves alone what has one, what names nobody, and the embedded database', () => {
    for (const DATABASE_URL of ['postgresql://u:own@db/q', 'postgresql://db/q'])
      assert.equal(readConfig({ DATABASE_URL, DATABASE_PASSWORD }).databaseUrl, DATABASE_URL);
    assert.equal(
      readConfig({ DATABASE_URL: 'embedded', DATABASE_PASSWORD }).databaseUrl,
      undefined,
    );
  });
});
