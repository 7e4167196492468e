import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { OFFLINE_VOTERS } from '../models/voter-setting.ts';
import { ConfigError, ENVIRONMENT_NAMES, readConfig } from './config.ts';
import { DEFAULT_LIMITS, LIMITS_ENVIRONMENT } from './limits.ts';

describe('the configuration', () => {
  it('needs nothing: the defaults are embedded and reachable from this machine only', () => {
    assert.deepEqual(readConfig({}), {
      production: false,
      host: 'localhost',
      port: 3000,
      dataDir: resolve('.data'),
      releasesDir: resolve('.data/releases'),
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databaseReadUrl: undefined,
      secretKey: undefined,
      publicUrl: 'http://localhost:3000',
      smtpUrl: undefined,
      trustProxy: undefined,
      limits: DEFAULT_LIMITS,
      retention: { days: {}, decisionDays: {} },
      process: { drainMs: 0, finishMs: 60_000, migrates: true },
      telemetry: { logFormat: 'json', metrics: null, runnerMetrics: null, traces: null },
      providers: {},
      billing: { kind: 'emulator', port: 3001 },
      models: { voters: OFFLINE_VOTERS, deadlineMs: 45_000 },
      assistant: { model: null, tokensPerDay: 2_000_000 },
      calendar: { file: undefined, url: undefined },
      hosted: { prices: ['practice'], files: null, runs: true },
      demo: false,
      push: { origins: [] },
      witnesses: [],
      stampsUrl: undefined,
      siteFigures: 'beta',
      mailFrom: '"Quorate" <no-reply@quorate.example>',
      brand: DEFAULT_BRAND,
      logLevel: 'warn',
    });
  });

  it('reads an empty variable as one that is not set', () => {
    assert.equal(readConfig({ PORT: '', DATABASE_URL: '', SMTP_URL: '' }).port, 3000);
  });

  it('takes an authority of time by http, too, at any path', () => {
    for (const url of ['http://tsa.example', 'https://tsa.example/tsr/'])
      assert.equal(readConfig({ LOG_STAMPS_URL: url }).stampsUrl, url);
    for (const url of ['tsa.example', 'ftp://tsa.example'])
      assert.deepEqual(faultsOf({ LOG_STAMPS_URL: url }), [
        'LOG_STAMPS_URL must look like http://tsa.example',
      ]);
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
      'DATABASE_URL must look like postgresql://user:password@host:5432/name, or be embedded',
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
      DATABASE_URL: 'embedded',
      SMTP_URL: 'smtps://u:p@mail.example:465',
      PUBLIC_URL: 'https://quorate.example/',
      PADDLE_ENVIRONMENT: 'off',
    });
    assert.equal(config.publicUrl, 'https://quorate.example');
    assert.equal(config.host, '0.0.0.0');
  });

  it('refuses production without TLS, but on this machine, and says what to do', () => {
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: 'embedded',
      SMTP_URL: 'smtps://u:p@mail.example:465',
      PADDLE_ENVIRONMENT: 'off',
    };
    for (const PUBLIC_URL of [
      'http://quorate.example',
      'http://10.0.0.5:3000',
      'http://localhost.example',
    ])
      assert.match(
        faultsOf({ ...env, PUBLIC_URL }).join(),
        /^PUBLIC_URL must begin with https:\/\/ in production, not http:.*: passwords .*nginx\.conf/,
      );
    for (const PUBLIC_URL of [
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://[::1]:3000',
      'https://a.example',
    ])
      assert.equal(readConfig({ ...env, PUBLIC_URL }).publicUrl, PUBLIC_URL);
    assert.equal(readConfig({ PUBLIC_URL: 'http://10.0.0.5' }).publicUrl, 'http://10.0.0.5');
  });

  it('takes a key as Base64 of either alphabet or as hex', () => {
    const key = Buffer.from(
      'fb2d9c0f1e3a4b5c6d7e8f901122334455667788fe00aabbccddeeff10203040',
      'hex',
    );
    for (const text of [
      key.toString('hex'),
      key.toString('hex').toUpperCase(),
      key.toString('base64'),
      key.toString('base64url'),
      ` ${key.toString('base64')} `,
    ]) {
      assert.deepEqual(Buffer.from(readConfig({ SECRET_KEY: text }).secretKey ?? []), key, text);
    }
  });

  it('refuses a key of another length and one that is not random, without repeating it', () => {
    for (const text of ['secret', 'ab'.repeat(31), 'x'.repeat(64), `${'A'.repeat(42)}==`]) {
      const [fault] = faultsOf({ SECRET_KEY: text });
      assert.match(fault ?? '', /^SECRET_KEY must be 32 bytes as Base64 or hex/);
      assert.ok(!fault?.includes(text));
    }
    for (const text of ['00'.repeat(32), 'abcd'.repeat(16), 'A'.repeat(43)])
      assert.match(faultsOf({ SECRET_KEY: text })[0] ?? '', /^SECRET_KEY must be random/);
  });

  it('needs a key in production where services share a database', () => {
    const env = {
      NODE_ENV: 'production',
      SMTP_URL: 'smtps://u:p@mail.example:465',
      PUBLIC_URL: 'https://quorate.example',
      DATABASE_URL: 'postgresql://u:p@db.example:5432/quorate',
      PADDLE_ENVIRONMENT: 'off',
    };
    assert.match(faultsOf(env).join(), /^SECRET_KEY is needed in production with DATABASE_URL/);
    const SECRET_KEY = Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64');
    assert.equal(readConfig({ ...env, SECRET_KEY }).secretKey?.length, 32);
    assert.deepEqual(faultsOf({ ...env, NODE_ENV: 'development' }), []);
    assert.deepEqual(faultsOf({ ...env, DATABASE_URL: 'embedded' }), []);
  });

  it('refuses production without a word about the database, and takes one for the embedded', () => {
    const env = {
      NODE_ENV: 'production',
      SMTP_URL: 'smtps://u:p@mail.example:465',
      PUBLIC_URL: 'https://quorate.example',
      PADDLE_ENVIRONMENT: 'off',
    };
    for (const lost of [env, { ...env, DATABASE_URL: '' }])
      assert.match(faultsOf(lost).join(), /^DATABASE_URL is needed in production: .*embedded/);
    for (const wrong of [' ', 'Embedded', 'none', 'postgresql'])
      assert.match(
        faultsOf({ ...env, DATABASE_URL: wrong }).join(),
        /^DATABASE_URL must look like/,
      );
    assert.equal(readConfig({ ...env, DATABASE_URL: 'embedded' }).databaseUrl, undefined);
    assert.equal(readConfig({ DATABASE_URL: 'embedded' }).databaseUrl, undefined);
    const direct = { DATABASE_DIRECT_URL: 'postgresql://u:p@db.example/quorate' };
    const pooled = { DATABASE_URL: 'postgresql://u:p@pooler.example/quorate' };
    const both = readConfig({ ...pooled, ...direct });
    assert.equal(both.databaseDirectUrl, direct.DATABASE_DIRECT_URL);
    assert.match(
      faultsOf({ ...env, ...direct, DATABASE_URL: 'embedded' }).join(),
      /^DATABASE_DIRECT_URL needs DATABASE_URL/,
    );
    assert.deepEqual(faultsOf({ ...pooled, DATABASE_DIRECT_URL: 'embedded' }), [
      'DATABASE_DIRECT_URL must look like postgresql://user:password@host:5432/name',
    ]);
    const replica = { DATABASE_READ_URL: 'postgresql://u:p@replica.example/quorate' };
    assert.match(
      faultsOf({ ...env, ...replica, DATABASE_URL: 'embedded' }).join(),
      /^DATABASE_READ_URL needs DATABASE_URL/,
    );
  });

  // @spec 10.2
  it('takes the brand, without the spaces around it', () => {
    const { brand, mailFrom } = readConfig({
      BRAND_NAME: '  Küçük, O’Neil + Sons',
      BRAND_TAGLINE: "Votes; it doesn't guess.",
      SUPPORT_EMAIL: 'help@mail.acme.example ',
      SUPPORT_PHONE: '+1 (555) 010-99',
      SUPPORT_HOURS: 'روز 9-17',
      OFFICE: 'Zürich',
      FOUNDER_NAME: 'Zoë D’Arc',
    });
    assert.deepEqual(brand, {
      name: 'Küçük, O’Neil + Sons',
      tagline: "Votes; it doesn't guess.",
      supportEmail: 'help@mail.acme.example',
      phone: '+1 (555) 010-99',
      phoneHours: 'روز 9-17',
      office: 'Zürich',
      founderName: 'Zoë D’Arc',
    });
    assert.equal(mailFrom, '"Küçük, O’Neil + Sons" <no-reply@mail.acme.example>');
    assert.equal(readConfig({ BRAND_NAME: 'A', MAIL_FROM: 'b@c.example' }).mailFrom, 'b@c.example');
  });

  for (const [name, value, fault] of [
    ['BRAND_NAME', '   ', 'must hold a word, and is blank'],
    ['BRAND_NAME', 'n'.repeat(31), 'must have at most 30 characters, and has 31'],
    ['OFFICE', 'o'.repeat(121), 'must have at most 120 characters, and has 121'],
    ['BRAND_NAME', 'A</title>', 'must not hold any of < > " \\ ` & { }, and holds <'],
    ['BRAND_TAGLINE', 'Say "yes"', 'must not hold any of < > " \\ ` & { }, and holds "'],
    ['FOUNDER_NAME', 'A & B', 'must not hold any of < > " \\ ` & { }, and holds &'],
    ['OFFICE', '{{name}}', 'must not hold any of < > " \\ ` & { }, and holds {'],
    ['OFFICE', 'a\\b', 'must not hold any of < > " \\ ` & { }, and holds \\'],
    [
      'BRAND_NAME',
      'Acme\r\nBcc: x@y.example',
      'must not hold control or direction characters, and holds U+000D',
    ],
    ['OFFICE', 'a\u202eb', 'must not hold control or direction characters, and holds U+202E'],
    ['SUPPORT_EMAIL', 'support', 'must look like support@acme.example, and is support'],
    ['SUPPORT_EMAIL', 'a@b@c.de', 'must look like support@acme.example, and is a@b@c.de'],
    [
      'SUPPORT_PHONE',
      'call us',
      'must be 5 to 15 digits with spaces, ( ) and -, after a + or not, and is call us',
    ],
    [
      'SUPPORT_PHONE',
      '1+2345678',
      'must be 5 to 15 digits with spaces, ( ) and -, after a + or not, and is 1+2345678',
    ],
    [
      'SUPPORT_PHONE',
      '+1234567890123456',
      'must be 5 to 15 digits with spaces, ( ) and -, after a + or not, and is +1234567890123456',
    ],
  ] as const) {
    it(`refuses ${name}=${JSON.stringify(value).slice(0, 30)}`, () => {
      assert.deepEqual(faultsOf({ [name]: value }), [`${name} ${fault}`]);
    });
  }

  it('takes limits, of which none can be switched off', () => {
    assert.equal(readConfig({ LIMIT_SIGN_UPS: '1' }).limits.signUps, 1);
    assert.equal(readConfig({ LIMIT_SIGN_UPS: '' }).limits.signUps, 60);
    assert.deepEqual(
      faultsOf({ LIMIT_SIGN_UPS: '0', LIMIT_LINK_TRIES: '2.5', LIMIT_CHAT_USER: 'many' }),
      [
        'LIMIT_SIGN_UPS must be at least 1: a limit cannot be switched off',
        'LIMIT_LINK_TRIES must be a whole number',
        'LIMIT_CHAT_USER must be a whole number',
      ],
    );
    assert.deepEqual(faultsOf({ LIMIT_CHAT_USER: '1000001' }), [
      'LIMIT_CHAT_USER must be at most 1000000',
    ]);
  });

  it('names the default of every limit in .env.example and docs/reference/service.md', () => {
    const read = (path: string) =>
      readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
    const [example, table] = [read('.env.example'), read('docs/reference/service.md')];
    for (const name of Object.keys(LIMITS_ENVIRONMENT)) {
      const value = /^# [A-Z_]+=(\d+)$/m.exec(example.slice(example.indexOf(`# ${name}=`)))?.[1];
      const set = readConfig({ [name]: value }).limits;
      assert.deepEqual(set, DEFAULT_LIMITS, `${name}=${value}`);
      assert.ok(table.includes(`| \`${name}\` | ${value} |`), `${name} ${value} in the table`);
    }
  });

  it('takes providers, each whole or not at all, over https or on this machine', () => {
    assert.deepEqual(readConfig({}).providers, {});
    const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' };
    assert.deepEqual(readConfig(github).providers, {
      github: {
        clientId: 'id',
        clientSecret: 'secret',
        url: 'https://github.com',
        apiUrl: 'https://api.github.com',
      },
    });
    const GOOGLE_ISSUER = 'http://127.0.0.1:9000/';
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER };
    assert.equal(readConfig(google).providers.google?.issuer, 'http://127.0.0.1:9000');
    assert.deepEqual(faultsOf({ GOOGLE_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' }), [
      'GOOGLE_CLIENT_SECRET is needed, too: the id and the secret belong together',
      'GITHUB_CLIENT_ID is needed, too: the id and the secret belong together',
    ]);
    assert.deepEqual(faultsOf({ GITHUB_URL: 'http://github.example', GOOGLE_ISSUER: 'google' }), [
      'GOOGLE_ISSUER must look like https://login.example',
      'GITHUB_URL must begin with https://; http:// is for this machine alone',
    ]);
  });

  it('takes push services besides the known ones as origins, over https in production', () => {
    const PUSH_HOSTS = 'https://a.example, https://b.example:8443';
    assert.deepEqual(readConfig({ PUSH_HOSTS }).push.origins, [
      'https://a.example',
      'https://b.example:8443',
    ]);
    for (const bad of ['a.example', 'https://a.example/', 'https://a.example/x', 'ftp://a.example'])
      assert.deepEqual(faultsOf({ PUSH_HOSTS: bad }), [
        `PUSH_HOSTS must be origins such as https://push.example.com, not "${bad}"`,
      ]);
    const local = { PUSH_HOSTS: 'http://127.0.0.1:4000' };
    assert.deepEqual(faultsOf(local), []);
    assert.match(faultsOf({ ...local, NODE_ENV: 'production' }).join(), /PUSH_HOSTS/);
  });

  it('is described by .env.example, name by name', () => {
    const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
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

it('the live demo needs the made-up market', () => {
  assert.equal(readConfig({ DEMO: 'on' }).demo, true);
  const none = { DEMO: 'on', HOSTED_PRICES: 'none' };
  assert.throws(() => readConfig(none), /DEMO on needs practice/);
});

describe('prices of accounts that the service trades', () => {
  const hostedOf = (env: Record<string, string>) => readConfig(env).hosted;

  it('are a made-up market, none, or files in a folder', () => {
    assert.deepEqual(hostedOf({ HOSTED_PRICES: 'none' }).prices, []);
    const both = hostedOf({ HOSTED_PRICES: 'practice, file', HOSTED_FILES: '/bars' });
    assert.deepEqual(both, { prices: ['practice', 'file'], files: '/bars', runs: true });
    assert.equal(hostedOf({ HOSTED_FILES: '/bars' }).files, null);
  });

  it('are refused where the folder is not named, or they are none that there are', () => {
    assert.throws(() => hostedOf({ HOSTED_PRICES: 'file' }), /HOSTED_FILES is needed/);
    for (const wrong of ['none,file', 'practice;file', 'broker', ','])
      assert.throws(() => hostedOf({ HOSTED_PRICES: wrong }), /HOSTED_PRICES must be/, wrong);
  });
});
