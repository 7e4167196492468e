import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ENDPOINTS } from './endpoints.ts';
import { ERRORS, errorMessage } from './errors.ts';
import { SPOKEN_FAULTS } from './spoken-faults.ts';

describe('the contract', () => {
  // @spec 10.26
  it('lists every endpoint that any of its files exports', async () => {
    const files = readdirSync(import.meta.dirname).filter((name) =>
      /^(?!endpoints).*(?<!\.test)\.ts$/.test(name),
    );
    const exported = new Set<unknown>();
    for (const file of files) {
      for (const value of Object.values(await import(`./${file}`)) as unknown[]) {
        if (typeof value === 'object' && value !== null && 'method' in value && 'path' in value)
          exported.add(value);
      }
    }
    assert.ok(exported.size > 20);
    assert.deepEqual(new Set<unknown>(Object.values(ENDPOINTS)), exported);
  });

  it('gives each call an address of its own, with a parameter for every part that has a colon', () => {
    const addresses = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`);
    assert.equal(new Set(addresses).size, addresses.length);
    for (const endpoint of Object.values(ENDPOINTS)) {
      const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      const declared = 'params' in endpoint ? Object.keys(endpoint.params.shape) : [];
      assert.deepEqual(declared, named, endpoint.path);
    }
  });

  it('fills the figures into every sentence', () => {
    assert.equal(
      errorMessage('rate_limited', { limit: '20 a minute', retry_after_s: 7 }),
      'Too many requests: the limit is 20 a minute. Try again in 7 s.',
    );
    for (const { message, status } of Object.values(ERRORS)) {
      assert.ok(status >= 400 && status < 600);
      assert.match(message, /[.}]$/);
    }
  });

  it('lists every failure from 500 on for pages that have no sentences', () => {
    const codes = Object.entries(ERRORS).filter(([, { status }]) => status >= 500);
    assert.deepEqual(SPOKEN_FAULTS.toSorted(), codes.map(([code]) => code).toSorted());
  });
});
