import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OFFLINE_VOTERS } from '../models/voter-setting.ts';
import { ConfigError, readConfig } from './config.ts';

const OFFLINE = 'trend=offline/trend; mean-reversion=offline/mean-reversion';
const KEYS = {
  OPENAI_API_KEY: 'sk-hush-openai',
  ANTHROPIC_API_KEY: 'sk-hush-anthropic',
  GOOGLE_API_KEY: 'hush-google',
};

const modelsOf = (env: NodeJS.ProcessEnv) => readConfig(env).models;

describe('the settings of the models', () => {
  it('are the three offline analysts and 45 seconds unless set', () => {
    assert.deepEqual(modelsOf({}), { voters: OFFLINE_VOTERS, deadlineMs: 45_000 });
    assert.deepEqual(
      OFFLINE_VOTERS.map(({ name }) => name),
      ['trend', 'mean-reversion', 'breakout'],
    );
    assert.deepEqual(modelsOf({ MODELS: ' ;\n' }).voters, OFFLINE_VOTERS);
    assert.equal(modelsOf({ MODEL_DEADLINE_S: '7.5' }).deadlineMs, 7_500);
  });

  it('name models of every provider, with prices, families and addresses', () => {
    const MODELS = [
      'gpt=openai/gpt-5-mini?in=0.25&out=2&effort=minimal&tokens=900',
      'claude=anthropic/claude-sonnet-4-5?in=3&out=15&rounds=1',
      'gemini=google/gemini-2.5-flash',
      'local=openai-compatible/llama3.1:8b@http://127.0.0.1:11434/v1/?family=meta',
      'big.1 = openai-compatible/meta-llama/Llama-3.3-70B@https://models.example/v1',
      'trend=offline/trend',
    ];
    const env = { ...KEYS, MODELS: MODELS.join('; '), MODEL_KEYS: 'big.1:key:with:colons' };
    const common = {
      inputUsd: 0,
      outputUsd: 0,
      rounds: 2,
      maxOutputTokens: 700,
      effort: undefined,
    };
    const compatible = { ...common, provider: 'openai-compatible', limitField: 'max_tokens' };
    const expected = [
      {
        ...compatible,
        name: 'gpt',
        model: 'gpt-5-mini',
        family: 'openai',
        baseUrl: 'https://api.openai.com/v1',
        apiKey: KEYS.OPENAI_API_KEY,
        inputUsd: 0.25,
        outputUsd: 2,
        maxOutputTokens: 900,
        effort: 'minimal',
        limitField: 'max_completion_tokens',
      },
      {
        ...compatible,
        name: 'claude',
        provider: 'anthropic',
        model: 'claude-sonnet-4-5',
        family: 'anthropic',
        baseUrl: 'https://api.anthropic.com/v1',
        apiKey: KEYS.ANTHROPIC_API_KEY,
        inputUsd: 3,
        outputUsd: 15,
        rounds: 1,
      },
      {
        ...compatible,
        name: 'gemini',
        provider: 'google',
        model: 'gemini-2.5-flash',
        family: 'google',
        baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
        apiKey: KEYS.GOOGLE_API_KEY,
      },
      {
        ...compatible,
        name: 'local',
        model: 'llama3.1:8b',
        family: 'meta',
        baseUrl: 'http://127.0.0.1:11434/v1',
        apiKey: undefined,
      },
      {
        ...compatible,
        name: 'big.1',
        model: 'meta-llama/Llama-3.3-70B',
        family: 'llama',
        baseUrl: 'https://models.example/v1',
        apiKey: 'key:with:colons',
      },
      { name: 'trend', provider: 'offline', model: 'trend' },
    ];
    assert.deepEqual(modelsOf(env).voters, expected);
    assert.deepEqual(modelsOf({ ...env, MODELS: MODELS.join('\n') }).voters, expected);
  });

  it('know whose model it is behind another’s address', () => {
    const families = (...models: string[]) =>
      modelsOf({
        MODELS: models
          .map((model, index) => `m${index}=openai-compatible/${model}@http://localhost/v1`)
          .join(';'),
      }).voters.map((voter) => ('family' in voter ? voter.family : ''));
    assert.deepEqual(
      families('gpt-oss:20b', 'qwen2.5-coder', 'anthropic/claude-3', 'Mistral-7B', '7b'),
      ['openai', 'qwen', 'anthropic', 'mistral', 'unknown'],
    );
  });

  it('prefer a model’s own key', () => {
    const MODELS = `a=anthropic/claude-x; b=anthropic/claude-y; ${OFFLINE}`;
    const { voters } = modelsOf({ ...KEYS, MODELS, MODEL_KEYS: ' b:own , ' });
    assert.deepEqual(
      voters.map((voter) => ('apiKey' in voter ? voter.apiKey : null)),
      [KEYS.ANTHROPIC_API_KEY, 'own', null, null],
    );
  });

  const refusals: [string, NodeJS.ProcessEnv, string[]][] = [
    [
      'too few voters, and say how to fill up',
      { MODELS: 'gemini=google/gemini-2.5-flash', GOOGLE_API_KEY: 'x' },
      [
        'MODELS names 1 voter, a trade needs 3: fill up with trend=offline/trend; mean-reversion=offline/mean-reversion; breakout=offline/breakout',
      ],
    ],
    [
      'too many',
      {
        MODELS: Array.from(
          { length: 13 },
          (_, n) => `m${n}=openai-compatible/m${n}@http://localhost/v1`,
        ).join(';'),
      },
      ['MODELS names 13 voters, at most 12 are asked'],
    ],
    [
      'models without their keys',
      {
        MODELS:
          'gpt=openai/gpt-5-mini;claude=anthropic/c;gem=google/g;local=openai-compatible/l@http://localhost/v1',
      },
      [
        'OPENAI_API_KEY is needed for the model gpt, or its key in MODEL_KEYS',
        'ANTHROPIC_API_KEY is needed for the model claude, or its key in MODEL_KEYS',
        'GOOGLE_API_KEY is needed for the model gem, or its key in MODEL_KEYS',
      ],
    ],
    [
      'a model under two names, which would be a quorum of its own',
      {
        MODELS:
          'a=openai-compatible/llama@http://localhost/v1; b=openai-compatible/llama@http://localhost/v1?in=1; c=openai-compatible/llama@http://127.0.0.1/v1; t=offline/trend; u=offline/trend',
      },
      [
        'MODELS has a and b for the same model: it may vote once',
        'MODELS has t and u for the same model: it may vote once',
      ],
    ],
    [
      'a name twice',
      { MODELS: `${OFFLINE}; trend=offline/breakout` },
      ['MODELS names trend twice'],
    ],
    [
      'keys without models, of others, and out of form',
      { MODEL_KEYS: 'gpt:key' },
      ['MODEL_KEYS holds keys, but MODELS is not set'],
    ],
    [
      'keys of strangers, doubled or out of form',
      {
        MODELS: `${OFFLINE}; breakout=offline/breakout`,
        MODEL_KEYS: 'trend:hush,who:hush,hush-alone,who:hush',
      },
      [
        'MODEL_KEYS entry 3 must look like NAME:KEY, with a name of MODELS',
        'MODEL_KEYS entry 4 names a model twice',
        'MODEL_KEYS entry 1 is for a model that MODELS does not name',
        'MODEL_KEYS entry 2 is for a model that MODELS does not name',
      ],
    ],
    [
      'a key by the place at which it stands, whatever is wrong before it',
      { MODELS: `${OFFLINE}; breakout=offline/breakout`, MODEL_KEYS: 'hush alone,,who:hush' },
      [
        'MODEL_KEYS entry 1 must look like NAME:KEY, with a name of MODELS',
        'MODEL_KEYS entry 3 is for a model that MODELS does not name',
      ],
    ],
    [
      'what is no entry, and every fault of one at once',
      {
        MODELS: [
          'gpt-5',
          'Big=openai/gpt-5',
          'b=mistral/large',
          'c=openai-compatible/llama3',
          'd=openai/gpt-5@https://proxy.example/v1',
          'e=openai-compatible/l@ftp://localhost/v1',
          'f=openai-compatible/l@http://me:hush@localhost/v1',
          'g=offline/astrology',
          'h=offline/trend?in=2',
          'i=google/g?in=-1&out=free&rounds=3&tokens=5&effort=max&family=a%20b',
          'j=google/g?key=hush',
        ].join(';'),
      },
      [
        'MODELS entry 1 must look like NAME=PROVIDER/MODEL, with a name of a to z, 0 to 9, dot and hyphen',
        'MODELS entry 2 must look like NAME=PROVIDER/MODEL, with a name of a to z, 0 to 9, dot and hyphen',
        'MODELS entry 3 (b): the provider must be openai, openai-compatible, anthropic, google or offline',
        'MODELS entry 4 (c): needs its server’s address, such as @http://127.0.0.1:11434/v1',
        'MODELS entry 5 (d): a server of its own address is openai-compatible, not openai',
        'MODELS entry 6 (e): the address must be http or https, without a name or password',
        'MODELS entry 7 (f): the address must be http or https, without a name or password',
        'MODELS entry 8 (g): an offline analyst is one of offline/trend, offline/mean-reversion, offline/breakout, and takes no options',
        'MODELS entry 9 (h): an offline analyst is one of offline/trend, offline/mean-reversion, offline/breakout, and takes no options',
        'MODELS entry 10 (i): in must be at least 0, out must be US dollars per million tokens, family must be one word of a to z, 0 to 9, dot and hyphen, rounds must be 1 or 2, tokens must be at least 200, effort must be one of none, minimal, low, medium, high',
        'MODELS entry 11 (j): its options are in, out, family, rounds, tokens and effort',
      ],
    ],
    [
      'times that no vote or no bot can keep',
      { MODEL_DEADLINE_S: '51' },
      ['MODEL_DEADLINE_S must be at most 50, for the bot waits 55 seconds'],
    ],
    [
      'keys that are none',
      { OPENAI_API_KEY: 'hush hush' },
      ['OPENAI_API_KEY must be a key: printable characters without a space'],
    ],
  ];
  for (const [what, env, faults] of refusals)
    it(`refuse ${what}`, () => {
      const found = faultsOf(env);
      assert.deepEqual(found, faults);
      assert.doesNotMatch(found.join(), /hush/);
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
