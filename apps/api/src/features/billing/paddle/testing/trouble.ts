import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { PaymentsError } from '../../payments.ts';
import { createPaddle } from '../create-paddle.ts';

export const KEY = 'pdl_live_apikey_01hv8wptq8987qeep44cyrewp9_c0ffee';
/** For those that hang; everybody else gets all the time that a busy machine may need. */
export const SHORT_MS = 300;
const LONG_MS = 10_000;
/** Far past the limit, for the same reason. */
export const LATEST_MS = 5_000;

export const paddleAt = (url: string, timeoutMs = LONG_MS) =>
  createPaddle({ apiKey: KEY, url, timeoutMs });

/** What a call fails with: a PaymentsError that holds the key nowhere, in no cause and in no log. */
export async function troubleOf(promise: Promise<unknown>): Promise<PaymentsError> {
  const error = await promise.then(
    (value) => assert.fail(`answered ${inspect(value)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PaymentsError, inspect(error));
  assert.ok(!inspect(error, { depth: null, showHidden: true }).includes(KEY));
  return error;
}
