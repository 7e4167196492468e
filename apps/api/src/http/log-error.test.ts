import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loggedError } from './log-error.ts';

it('an error is logged with its code and causes, and without the parameters a driver hangs on it', () => {
  const driver = Object.assign(new Error('could not extend file'), {
    code: '53100',
    query: 'insert into outbox …',
    params: ['token=secret'],
    detail: 'Key (email)=(amina@example.com)',
  });
  const logged = loggedError(new Error('not saved', { cause: driver }));
  assert.equal(logged.message, 'not saved');
  assert.deepEqual([logged.cause?.code, logged.cause?.message], ['53100', 'could not extend file']);
  assert.doesNotMatch(JSON.stringify(logged), /secret|amina/);
  assert.deepEqual(loggedError('thrown text'), {
    type: 'string',
    message: 'thrown text',
    stack: '',
  });
});

it('an error that is its own cause, or caused by what cannot be read, is logged all the same', () => {
  const error = new Error('round and round');
  error.cause = new Error('the other', { cause: error });
  const told = JSON.stringify(loggedError(error));
  assert.match(told, /round and round.*the other/);
  assert.ok(told.length < 20_000, `${told.length}`);
  const odd = new Error('odd', { cause: Object.create(null) });
  assert.deepEqual(loggedError(odd).cause, { type: 'object', message: 'no error', stack: '' });
});

it('causes that are no errors are named by their kind: they may be the body of an answer', () => {
  const error = new Error('refused', { cause: { token: 'secret' } });
  assert.deepEqual(loggedError(error).cause, { type: 'object', message: 'no error', stack: '' });
});

it('a password in an address, a token in a query and a mail address stay out of message, stack and causes', () => {
  const inner = new Error('connect to postgresql://quorate:s3cret@db:5432/quorate failed');
  const outer = new Error(
    'Failed to parse URL from https://me:s3cret@push.example/x?token=s3cret',
    {
      cause: inner,
    },
  );
  const told = JSON.stringify(loggedError(outer));
  assert.doesNotMatch(told, /s3cret/);
  assert.match(told, /db:5432\/quorate/);
  const refused = new Error('550 <amina@example.com>: no such mailbox');
  assert.match(JSON.stringify(loggedError(refused)), /550 <…@…>: no such mailbox/);
  const file = '/app/node_modules/@fastify/static/index.js:10:1';
  assert.equal(loggedError(`at ${file}`).message, `at ${file}`);
});
