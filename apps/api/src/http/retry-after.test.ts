import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ERRORS, type ErrorCode } from '@quorate/contract/errors';
import Fastify from 'fastify';
import { AppError } from './app-error.ts';
import { registerErrors } from './errors.ts';

it('every 429 and 503 says after how many seconds to try again, and nothing else does', async (t) => {
  const app = Fastify();
  t.after(() => app.close());
  registerErrors(app);
  app.get<{ Params: { code: ErrorCode } }>('/:code', async ({ params }) => {
    throw new AppError(params.code);
  });
  for (const [code, { status }] of Object.entries(ERRORS)) {
    const { statusCode, headers } = await app.inject(`/${code}`);
    assert.equal(statusCode, status);
    const wait = headers['retry-after'];
    if (status === 429 || status === 503) assert.match(String(wait), /^[1-9]\d?$/, code);
    else assert.equal(wait, undefined, code);
  }
});
