import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineEndpoint, type Endpoint } from '@quorate/contract/endpoint';
import { openApiDocument } from '@quorate/contract/openapi/document';
import { z } from 'zod';
import { breakingChanges } from './call-changes.ts';

const CALL = {
  method: 'POST',
  path: '/api/things/:thing_id',
  auth: 'user',
  summary: 'Does a thing',
  params: z.object({ thing_id: z.string() }),
  query: z.object({ page: z.coerce.number().int().min(1).max(100).default(1) }),
  body: z.object({ kind: z.enum(['a', 'b']), note: z.string().max(10).optional() }),
  reply: z.object({
    id: z.string(),
    state: z.enum(['on', 'off']),
    total: z.number(),
    seen: z.string().nullable(),
    rows: z.array(z.object({ name: z.string() })),
  }),
  errors: ['not_found'],
} as const satisfies Endpoint;

const documentOf = (...endpoints: Endpoint[]) =>
  openApiDocument(
    { title: 'T', version: '1', url: 'http://localhost' },
    Object.fromEntries(endpoints.map((endpoint, at) => [`call${at}`, defineEndpoint(endpoint)])),
  );

/** What changes when the call is another one. */
function changes(change: Partial<Record<keyof Endpoint, unknown>>): string[] {
  return breakingChanges(documentOf(CALL), documentOf({ ...CALL, ...change } as Endpoint)).map(
    (line) => line.replace('POST /api/things/{thing_id}: ', ''),
  );
}

const body = CALL.body;
const reply = CALL.reply;

describe('a change that breaks callers', () => {
  const BREAKING: ReadonlyArray<[what: string, found: string[], said: string[]]> = [
    [
      'a call that is gone',
      changes({ path: '/api/other/:thing_id' }),
      ['POST /api/things/{thing_id} is gone'],
    ],
    ['another method', changes({ method: 'PATCH' }), ['POST /api/things/{thing_id} is gone']],
    ['a call for operators alone', changes({ auth: 'admin' }), ['only admin may call now']],
    ['a confirmed session', changes({ confirmed: true }), ['needs a confirmed session now']],
    [
      'a field that must be sent',
      changes({ body: body.extend({ size: z.number() }) }),
      ['body.size is required now'],
    ],
    [
      'a field that need not have been sent',
      changes({ body: body.extend({ note: z.string().max(10) }) }),
      ['body.note is required now'],
    ],
    [
      'a field that is not read',
      changes({ body: body.omit({ note: true }) }),
      ['body.note is not read any more'],
    ],
    [
      'a value that is not taken',
      changes({ body: body.extend({ kind: z.enum(['a']) }) }),
      ['body.kind does not take b any more'],
    ],
    [
      'another kind of value',
      changes({ body: body.extend({ note: z.number().optional() }) }),
      ['body.note does not take string any more'],
    ],
    [
      'a lower limit',
      changes({ body: body.extend({ note: z.string().max(5).optional() }) }),
      ['body.note has a maxLength of 5, it was 10'],
    ],
    [
      'a limit where there was none',
      changes({ params: z.object({ thing_id: z.string().min(3) }) }),
      ['path thing_id has a minLength of 3'],
    ],
    [
      'a pattern',
      changes({ body: body.extend({ note: z.string().max(10).regex(/^x/).optional() }) }),
      ['body.note has another pattern: "^x"'],
    ],
    [
      'another default',
      changes({ query: z.object({ page: z.coerce.number().int().min(1).max(100).default(2) }) }),
      ['query page has another default: 2'],
    ],
    [
      'a parameter that must be sent',
      changes({ query: CALL.query.extend({ zone: z.string() }) }),
      ['query zone is required now'],
    ],
    [
      'a parameter that is not read',
      changes({ query: z.object({}) }),
      ['query page is not read any more'],
    ],
    ['no body', changes({ body: undefined }), ['the body is not read any more']],
    [
      'a field that is not answered',
      changes({ reply: reply.omit({ total: true }) }),
      ['reply.total is gone'],
    ],
    [
      'a field that may be absent',
      changes({ reply: reply.extend({ id: z.string().optional() }) }),
      ['reply.id may be absent now'],
    ],
    [
      'a field that may be null',
      changes({ reply: reply.extend({ id: z.string().nullable() }) }),
      ['reply.id may be null now'],
    ],
    [
      'another kind of answer',
      changes({ reply: reply.extend({ total: z.string() }) }),
      ['reply.total may be string now'],
    ],
    [
      'a value that was never answered',
      changes({ reply: reply.extend({ state: z.enum(['on', 'off', 'odd']) }) }),
      ['reply.state may be odd now'],
    ],
    [
      'within rows',
      changes({ reply: reply.extend({ rows: z.array(z.object({ name: z.number() })) }) }),
      ['reply.rows[].name may be number now'],
    ],
  ];
  for (const [what, found, said] of BREAKING) {
    it(`is ${what}`, () => assert.deepEqual(found, said));
  }

  it('is a failure with another status', () => {
    const before = documentOf(CALL);
    const after = JSON.parse(JSON.stringify(before).replaceAll('"status":404', '"status":410'));
    assert.deepEqual(breakingChanges(before, after), [
      'POST /api/things/{thing_id}: not_found comes with 410, it was 404',
    ]);
  });
});

describe('a change that breaks nobody', () => {
  const SAFE: ReadonlyArray<[what: string, found: string[]]> = [
    ['none', changes({})],
    ['fewer who may not call', changes({ auth: 'user_or_device' })],
    ['a field that may be sent', changes({ body: body.extend({ more: z.string().optional() }) })],
    [
      'a value more that is taken',
      changes({ body: body.extend({ kind: z.enum(['a', 'b', 'c']) }) }),
    ],
    ['a higher limit', changes({ body: body.extend({ note: z.string().max(20).optional() }) })],
    ['null that is taken', changes({ body: body.extend({ note: z.string().max(10).nullish() }) })],
    [
      'a parameter that may be sent',
      changes({ query: CALL.query.extend({ zone: z.string().optional() }) }),
    ],
    ['a field more in the answer', changes({ reply: reply.extend({ more: z.string() }) })],
    ['a value fewer in the answer', changes({ reply: reply.extend({ state: z.enum(['on']) }) })],
    ['a field that is never null any more', changes({ reply: reply.extend({ seen: z.string() }) })],
    ['whole numbers for numbers', changes({ reply: reply.extend({ total: z.number().int() }) })],
    ['a failure more', changes({ errors: ['not_found', 'rate_limited'] })],
    ['other words', changes({ summary: 'Does another thing' })],
  ];
  for (const [what, found] of SAFE) {
    it(`is ${what}`, () => assert.deepEqual(found, []));
  }

  it('is a new call', () => {
    const other = { ...CALL, path: '/api/others/:thing_id' } as const;
    assert.deepEqual(breakingChanges(documentOf(CALL), documentOf(CALL, other)), []);
  });
});
