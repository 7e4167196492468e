import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../config/config.ts';
import { greeting } from './greeting.ts';
import { BUILD } from './version.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'embedded',
  SMTP_URL: 'smtps://u:p@mail.example:465',
  PUBLIC_URL: 'https://acme.example',
  PADDLE_ENVIRONMENT: 'off',
};

it('says where the service runs, where its data and mails are, who takes the money and who votes', () => {
  assert.equal(
    greeting(readConfig({ DATA_DIR: '/var/data' }), 'embedded', 'Paddle (sandbox)'),
    [
      `Quorate ${BUILD} runs at http://localhost:3000`,
      '  data     /var/data (embedded database)',
      '  mail     stays at http://localhost:3000/dev/mailbox',
      '  billing  Paddle (sandbox)',
      '  votes    offline analysts: trend, mean-reversion, breakout',
    ].join('\n'),
  );
});

it('names the models that vote, and the analysts among them', () => {
  const MODELS =
    'gpt=openai/gpt-5-mini;local=openai-compatible/llama3@http://127.0.0.1/v1;trend=offline/trend';
  const words = greeting(readConfig({ MODELS, OPENAI_API_KEY: 'sk-hush' }), 'embedded', 'off');
  assert.match(words, /\n {2}votes {4}models: gpt, local; offline analysts: trend$/);
  assert.doesNotMatch(words, /hush/);
});

it('names the model that answers in the chat, where there is one', () => {
  const settings = { ASSISTANT_MODEL: 'openai/gpt-5-mini', ASSISTANT_KEY: 'sk-hush' };
  const words = greeting(readConfig(settings), 'embedded', 'off');
  assert.match(words, /\n {2}chat {5}gpt-5-mini$/);
  assert.doesNotMatch(words, /hush/);
});

it('says in production that contact messages would go to a made-up address', () => {
  const unset = greeting(readConfig(PRODUCTION), 'postgresql', 'off');
  assert.match(unset, /\n {2}support {2}support@quorate\.example is made up: set SUPPORT_EMAIL$/);
  const set = greeting(
    readConfig({ ...PRODUCTION, SUPPORT_EMAIL: 'a@acme.example' }),
    'postgresql',
    'off',
  );
  assert.doesNotMatch(set, /support/);
});
