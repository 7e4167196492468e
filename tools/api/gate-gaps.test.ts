import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineEndpoint, type Endpoint } from '@quorate/contract/endpoint';
import { openApiDocument } from '@quorate/contract/openapi/document';
import { z } from 'zod';
import { breakingChanges } from './call-changes.ts';

const CALL = {
  method: 'POST',
  path: '/api/things',
  auth: 'user',
  summary: 'Does a thing',
  reply: z.object({ success: z.literal(true) }),
  errors: [],
} as const satisfies Endpoint;

const documentOf = (endpoint: Endpoint, name = 'call') =>
  openApiDocument(
    { title: 'T', version: '1', url: 'http://localhost' },
    { [name]: defineEndpoint(endpoint) },
  );

/** What changes from one schema to another, of a body or of a reply. */
const changes = (side: 'body' | 'reply', before: z.ZodType, after: z.ZodType) =>
  breakingChanges(
    documentOf({ ...CALL, [side]: z.object({ x: before }) }),
    documentOf({ ...CALL, [side]: z.object({ x: after }) }),
  ).map((line) => line.replace('POST /api/things: ', ''));

const sent = (before: z.ZodType, after: z.ZodType) => changes('body', before, after);
const answered = (before: z.ZodType, after: z.ZodType) => changes('reply', before, after);

const bar = z.tuple([z.number(), z.string()]);

describe('a list whose places differ', () => {
  it('is compared place by place', () => {
    assert.deepEqual(sent(bar, z.tuple([z.number(), z.number()])), [
      'body.x[1] does not take string any more',
    ]);
    assert.deepEqual(answered(bar, z.tuple([z.number().nullable(), z.string()])), [
      'reply.x[0] may be null now',
    ]);
    assert.deepEqual(answered(z.array(bar), z.array(z.tuple([z.number(), z.number()]))), [
      'reply.x[][1] may be number now',
    ]);
    assert.deepEqual(answered(bar, z.tuple([z.number()])), ['reply.x[1] is gone']);
    assert.deepEqual(answered(bar, z.array(z.number())), [
      'reply.x[0] is gone',
      'reply.x[1] is gone',
    ]);
  });

  it('that has the same places, or answers more of them, breaks nobody', () => {
    assert.deepEqual(sent(bar, bar), []);
    assert.deepEqual(answered(bar, z.tuple([z.int(), z.string()])), []);
    assert.deepEqual(answered(bar, z.tuple([z.number(), z.string(), z.number()])), []);
  });
});

describe('one of several shapes', () => {
  const box = z.object({ a: z.string() });

  it('may be taken beside what was taken before', () => {
    assert.deepEqual(sent(box, box.nullable()), []);
    assert.deepEqual(sent(box, z.union([box, z.object({ b: z.string() })])), []);
    assert.deepEqual(answered(box.nullable(), box), []);
  });

  it('may not be answered beside them, and is told as that alone', () => {
    assert.deepEqual(answered(box, box.nullable()), ['reply.x(1) may be null now']);
    assert.deepEqual(sent(box.nullable(), box), ['body.x(1) does not take null any more']);
  });
});

describe('fields of any name', () => {
  it('that are not taken any more break who sends them', () => {
    const named = z.object({ a: z.number().optional() });
    assert.deepEqual(sent(z.record(z.string(), z.number()), named), [
      'body.x{} is not read any more',
    ]);
    assert.deepEqual(answered(z.record(z.string(), z.number()), named), []);
  });
});

it('an answer that is written in another way is another answer', () => {
  assert.deepEqual(answered(z.iso.datetime(), z.iso.date()), [
    'reply.x has another format: "date"',
  ]);
  assert.deepEqual(answered(z.uuid(), z.string()), [
    'reply.x has no format any more, it was "uuid"',
  ]);
  assert.deepEqual(answered(z.string(), z.uuid()), []);
});

it('what the comparison cannot read may not change', () => {
  const both = (max: number) => z.string().and(z.string().max(max));
  assert.deepEqual(sent(both(5), both(5)), []);
  assert.deepEqual(sent(both(5), both(6)), ['body.x has another allOf, which is not compared']);
});

describe('the document as a whole', () => {
  const before = documentOf(CALL);
  /** The same document with something changed in it. */
  const changed = (change: (text: string) => string) =>
    JSON.parse(change(JSON.stringify(before))) as typeof before;

  it('keeps the names of calls: the client is called by them', () => {
    assert.deepEqual(breakingChanges(before, documentOf(CALL, 'other')), [
      'POST /api/things: is called other now, it was call',
    ]);
  });

  it('keeps the shape of every failure', () => {
    const after = changed((text) => text.replaceAll('"code":{"type":"string"}', '"kind":{}'));
    assert.deepEqual(breakingChanges(before, after), ['any call: failure.code is gone']);
  });

  it('keeps the status of failures that any call can meet', () => {
    const after = changed((text) =>
      text.replace('{"code":"storage_full","status":507}', '{"code":"storage_full","status":503}'),
    );
    assert.deepEqual(breakingChanges(before, after), [
      'any call: storage_full comes with 503, it was 507',
    ]);
  });

  it('keeps the length that a body may have', () => {
    const large = { ...CALL, body: z.object({}), bodyLimit: 1_048_576 };
    assert.deepEqual(
      breakingChanges(documentOf(large), documentOf({ ...large, bodyLimit: 70_000 })),
      ['POST /api/things: takes bodies of 70000 bytes, it was 1048576'],
    );
    const { bodyLimit: _, ...common } = large;
    assert.deepEqual(breakingChanges(documentOf(large), documentOf(common)), [
      'POST /api/things: takes bodies of 65536 bytes, it was 1048576',
    ]);
    assert.deepEqual(breakingChanges(documentOf(common), documentOf(large)), []);
  });

  it('may let a session count where anybody may call', () => {
    const anybody = documentOf({ ...CALL, auth: 'none' });
    assert.deepEqual(breakingChanges(anybody, documentOf({ ...CALL, auth: 'optional' })), []);
    assert.deepEqual(breakingChanges(documentOf({ ...CALL, auth: 'optional' }), before), [
      'POST /api/things: only user may call now',
    ]);
  });
});
