import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from './config.ts';
import { greeting } from './greeting.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtps://u:p@mail.example:465',
  PUBLIC_URL: 'https://acme.example',
  PADDLE_ENVIRONMENT: 'off',
};

it('says where the service runs, where its data and mails are, and who takes the money', () => {
  assert.equal(
    greeting(readConfig({ DATA_DIR: '/var/data' }), 'embedded', 'Paddle (sandbox)'),
    [
      'Quorate runs at http://localhost:3000',
      '  data     /var/data (embedded database)',
      '  mail     stays at http://localhost:3000/dev/mailbox',
      '  billing  Paddle (sandbox)',
    ].join('\n'),
  );
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
