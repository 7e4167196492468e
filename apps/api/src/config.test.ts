import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError, ENVIRONMENT_NAMES, readConfig } from './config.ts';

describe('the configuration', () => {
  it('needs nothing: the defaults are embedded and reachable from this machine only', () => {
    assert.deepEqual(readConfig({}), {
      production: false,
      host: 'localhost',
      port: 3000,
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      publicUrl: 'http://localhost:3000',
      smtpUrl: undefined,
      trustProxy: undefined,
      siteFigures: 'beta',
      mailFrom: 'Quorate <no-reply@quorate.example>',
      logLevel: 'warn',
    });
  });

  it('reads an empty variable as one that is not set', () => {
    assert.equal(readConfig({ PORT: '', DATABASE_URL: '', SMTP_URL: '' }).port, 3000);
  });

  it('names every fault at once', () => {
    const faults = faultsOf({
      PORT: '99999',
      DATABASE_URL: 'mysql://x',
      SMTP_URL: 'mail',
      PUBLIC_URL: 'here',
    });
    assert.deepEqual(faults, [
      'PORT must be at most 65535',
      'DATABASE_URL must look like postgresql://user:password@host:5432/name',
      'PUBLIC_URL must look like https://quorate.example',
      'SMTP_URL must look like smtps://user:password@host:465',
    ]);
    assert.deepEqual(faultsOf({ PORT: 'three' }), ['PORT must be a port number']);
    assert.deepEqual(faultsOf({ PORT: '0' }), ['PORT must be at least 1']);
  });

  it('refuses production without a mail server and a public address', () => {
    const faults = faultsOf({ NODE_ENV: 'production' });
    assert.match(faults[0] ?? '', /^SMTP_URL is needed in production/);
    assert.match(faults[1] ?? '', /^PUBLIC_URL is needed in production/);
    const config = readConfig({
      NODE_ENV: 'production',
      SMTP_URL: 'smtps://u:p@mail.example:465',
      PUBLIC_URL: 'https://quorate.example/',
    });
    assert.equal(config.publicUrl, 'https://quorate.example');
    assert.equal(config.host, '0.0.0.0');
  });

  it('is described by .env.example, name by name', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const named = [...example.matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    assert.deepEqual(new Set(named), new Set(ENVIRONMENT_NAMES));
  });
});

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}
