import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

const priceId = (name: string) => `pri_${name.padStart(26, '0')}`;

const SANDBOX = {
  PADDLE_API_KEY: 'pdl_sdbx_apikey_01hq_secretsecret_Abc',
  PADDLE_CLIENT_TOKEN: 'test_0123456789abcdef0123456789a',
  PADDLE_WEBHOOK_SECRET: 'pdl_ntfset_01hq_webhooksecret',
  PADDLE_PRICE_STARTER_MONTHLY: priceId('starter'),
  PADDLE_PRICE_PRO_MONTHLY: `${priceId('pro')}, ${priceId('probefore')}`,
  PADDLE_PRICE_PRO_YEARLY: priceId('proyear'),
  PADDLE_PRICE_ELITE_MONTHLY: priceId('elite'),
};

const LIVE = {
  ...SANDBOX,
  PADDLE_API_KEY: 'pdl_live_apikey_01hq_secretsecret_Abc',
  PADDLE_CLIENT_TOKEN: 'live_0123456789abcdef0123456789a',
};

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'embedded',
  SMTP_URL: 'smtps://u:p@mail.example:465',
  PUBLIC_URL: 'https://quorate.example',
};

const billingOf = (env: NodeJS.ProcessEnv) => readConfig(env).billing;

describe('the settings of selling', () => {
  it('are the local provider’s without keys, on the port beside the service’s', () => {
    assert.deepEqual(billingOf({}), { kind: 'emulator', port: 3001 });
    assert.deepEqual(billingOf({ PORT: '65535' }), { kind: 'emulator', port: 65_534 });
    assert.deepEqual(billingOf({ PADDLE_EMULATOR_PORT: '0' }), { kind: 'emulator', port: 0 });
    assert.deepEqual(billingOf({ ...LIVE, PADDLE_ENVIRONMENT: 'emulator' }), {
      kind: 'emulator',
      port: 3001,
    });
  });

  it('are Paddle’s with its keys, in the environment that the key says', () => {
    assert.deepEqual(billingOf(SANDBOX), {
      kind: 'paddle',
      environment: 'sandbox',
      apiKey: SANDBOX.PADDLE_API_KEY,
      clientToken: SANDBOX.PADDLE_CLIENT_TOKEN,
      webhookSecrets: [SANDBOX.PADDLE_WEBHOOK_SECRET],
      prices: {
        Starter: { monthly: [priceId('starter')], yearly: [] },
        Pro: { monthly: [priceId('pro'), priceId('probefore')], yearly: [priceId('proyear')] },
        Elite: { monthly: [priceId('elite')], yearly: [] },
      },
    });
    const live = billingOf({ ...PRODUCTION, ...LIVE });
    assert.ok(live.kind === 'paddle');
    assert.equal(live.environment, 'production');
  });

  it('take two webhook secrets, while one replaces the other, and no third', () => {
    const secrets = ['pdl_ntfset_old_secret', 'pdl_ntfset_new_secret'];
    const both = billingOf({ ...SANDBOX, PADDLE_WEBHOOK_SECRET: secrets.join(' , ') });
    assert.ok(both.kind === 'paddle');
    assert.deepEqual(both.webhookSecrets, secrets);
    assert.deepEqual(
      faultsOf({ ...SANDBOX, PADDLE_WEBHOOK_SECRET: [...secrets, secrets[0]].join(',') }),
      [
        'PADDLE_WEBHOOK_SECRET must be the secret of the notification destination; two, with a comma, while it is being changed',
      ],
    );
  });

  it('sell nothing when told so, with keys and without', () => {
    for (const env of [{}, LIVE, PRODUCTION])
      assert.deepEqual(billingOf({ ...env, PADDLE_ENVIRONMENT: 'off' }), { kind: 'off' });
  });

  const refusals: [string, NodeJS.ProcessEnv, string[]][] = [
    [
      'production without keys',
      PRODUCTION,
      [
        'PADDLE_API_KEY and the other variables of Paddle are needed in production; to sell nothing, set PADDLE_ENVIRONMENT to off',
      ],
    ],
    [
      'test money in production',
      { ...PRODUCTION, PADDLE_ENVIRONMENT: 'emulator' },
      [
        'PADDLE_ENVIRONMENT must not be emulator in production: nobody would pay. Set the keys of Paddle, or off',
      ],
    ],
    [
      'a token without a key',
      { PADDLE_CLIENT_TOKEN: SANDBOX.PADDLE_CLIENT_TOKEN },
      ['PADDLE_API_KEY is needed, too: PADDLE_CLIENT_TOKEN is set'],
    ],
    [
      'a key alone',
      { PADDLE_API_KEY: SANDBOX.PADDLE_API_KEY },
      [
        'PADDLE_CLIENT_TOKEN is needed to sell through Paddle',
        'PADDLE_WEBHOOK_SECRET is needed to sell through Paddle',
        'PADDLE_PRICE_STARTER_MONTHLY is needed to sell through Paddle',
        'PADDLE_PRICE_PRO_MONTHLY is needed to sell through Paddle',
        'PADDLE_PRICE_ELITE_MONTHLY is needed to sell through Paddle',
      ],
    ],
    [
      'an environment without its key',
      { ...LIVE, PADDLE_API_KEY: '', PADDLE_ENVIRONMENT: 'production' },
      ['PADDLE_API_KEY is needed to sell through Paddle'],
    ],
    [
      'keys of the other environment',
      { ...LIVE, PADDLE_ENVIRONMENT: 'sandbox' },
      [
        'PADDLE_API_KEY must begin with pdl_sdbx_ in the environment sandbox',
        'PADDLE_CLIENT_TOKEN must begin with test_ in the environment sandbox',
      ],
    ],
    [
      'a token of the other environment',
      { ...LIVE, PADDLE_CLIENT_TOKEN: SANDBOX.PADDLE_CLIENT_TOKEN },
      ['PADDLE_CLIENT_TOKEN must begin with live_ in the environment production'],
    ],
    [
      'a price of two plans, and one named twice',
      {
        ...SANDBOX,
        PADDLE_PRICE_PRO_YEARLY: `${priceId('x')},${priceId('x')}`,
        PADDLE_PRICE_ELITE_YEARLY: priceId('pro'),
      },
      [
        `PADDLE_PRICE_PRO_YEARLY names ${priceId('x')} twice`,
        `PADDLE_PRICE_ELITE_YEARLY names ${priceId('pro')}, which PADDLE_PRICE_PRO_MONTHLY names already`,
      ],
    ],
    [
      'what is no price, key, token or environment',
      {
        PADDLE_ENVIRONMENT: 'live',
        PADDLE_API_KEY: 'sk_live_abc',
        PADDLE_CLIENT_TOKEN: 'pdl_live_x',
        PADDLE_PRICE_PRO_MONTHLY: `${priceId('pro')},pro_1`,
      },
      [
        'PADDLE_ENVIRONMENT must be emulator, sandbox, production or off',
        'PADDLE_API_KEY must be a key that begins with pdl_sdbx_ or pdl_live_',
        'PADDLE_CLIENT_TOKEN must be a token that begins with test_ or live_',
        'PADDLE_PRICE_PRO_MONTHLY must be price ids such as pri_01h…, with commas between them',
      ],
    ],
    [
      'the service’s own port for the provider',
      { PORT: '4000', PADDLE_EMULATOR_PORT: '4000' },
      ['PADDLE_EMULATOR_PORT must differ from PORT'],
    ],
  ];
  for (const [what, env, faults] of refusals)
    it(`refuse ${what}`, () => {
      assert.deepEqual(faultsOf(env), faults);
    });

  it('stand beside every other fault', () => {
    const faults = faultsOf({ NODE_ENV: 'production' });
    assert.equal(faults.length, 4, faults.join('\n'));
  });

  it('name no secret in a fault', () => {
    const secrets = { PADDLE_API_KEY: 'hush-key', PADDLE_WEBHOOK_SECRET: 'hush secret, and more' };
    const other = { ...LIVE, PADDLE_ENVIRONMENT: 'sandbox' };
    for (const env of [secrets, { ...SANDBOX, ...secrets }, other]) {
      const faults = faultsOf(env);
      assert.ok(faults.length >= 2);
      assert.doesNotMatch(faults.join(), /hush|secretsecret|webhooksecret/);
    }
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
