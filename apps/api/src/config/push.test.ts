import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pushFrom } from './push.ts';

const originsOf = (PUSH_HOSTS: string | undefined, production = false) =>
  pushFrom({ PUSH_HOSTS }, { production });

describe('further push services', () => {
  it('are origins separated by commas; by default there are none', () => {
    assert.deepEqual(originsOf(undefined), { push: { origins: [] }, faults: [] });
    assert.deepEqual(originsOf('https://a.example, https://b.example:8443').push.origins, [
      'https://a.example',
      'https://b.example:8443',
    ]);
  });

  it('are refused by name where they are no origin, and without HTTPS in production', () => {
    for (const bad of ['a.example', 'https://a.example/', 'https://a.example/x', 'ftp://a.example'])
      assert.deepEqual(originsOf(bad).faults, [
        `PUSH_HOSTS must be origins such as https://push.example.com, not "${bad}"`,
      ]);
    assert.deepEqual(originsOf('http://127.0.0.1:4000').faults, []);
    assert.equal(originsOf('http://127.0.0.1:4000', true).faults.length, 1);
  });
});
