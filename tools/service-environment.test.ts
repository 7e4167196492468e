import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromRoot } from './root.ts';
import { cleanEnvironment } from './service-environment.ts';

test('no variable that the service reads reaches a test from a developer’s own settings', (t) => {
  const example = readFileSync(fromRoot('.env.example'), 'utf8');
  const names = [...example.matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);
  assert.ok(names.includes('BRAND_NAME'));
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
  });
  process.env = { ...before, ...Object.fromEntries(names.map((name) => [name, 'mine'])) };
  const clean = cleanEnvironment();
  assert.deepEqual(
    names.filter((name) => clean[name] !== undefined),
    [],
  );
  assert.equal(clean.PATH, before.PATH);
});
