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
