import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Provider } from '../billing.deps.ts';
import { fakeProvider } from '../testing/fake-payments.ts';
import { checkoutOrigins } from './checkout-origins.ts';

const providerIn = (environment: Provider['environment'], script: string | null = null) => ({
  ...fakeProvider(),
  environment,
  script,
});

it('a checkout that sells nothing loads nothing', () => {
  assert.deepEqual(Object.values(checkoutOrigins(null)).flat(), []);
});

it('the local provider’s checkout loads from its origin alone', () => {
  const origins = checkoutOrigins(
    providerIn('emulator', 'http://127.0.0.1:3001/paddle/v2/paddle.js'),
  );
  const own = ['http://127.0.0.1:3001'];
  assert.deepEqual(origins, { script: own, frame: own, connect: own, style: [], img: [] });
});

it('the live checkout loads from Paddle’s live hosts, and no analytics', () => {
  const origins = checkoutOrigins(providerIn('production'));
  assert.deepEqual(origins.script, ['https://cdn.paddle.com']);
  assert.deepEqual(origins.frame, ['https://buy.paddle.com', 'https://cdn.paddle.com']);
  assert.ok(origins.connect.includes('https://api.paddle.com'));
  for (const origin of Object.values(origins).flat())
    assert.match(origin, /^https:\/\/(?!sandbox)[a-z-]+\.paddle\.com$/);
});

it('the sandbox’s checkout loads from the sandbox, but for the script itself', () => {
  const origins = checkoutOrigins(providerIn('sandbox'));
  assert.ok(origins.script.includes('https://cdn.paddle.com'));
  assert.ok(origins.frame.includes('https://sandbox-buy.paddle.com'));
  for (const origin of origins.connect) assert.match(origin, /^https:\/\/sandbox-/);
});
