import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { findSuites } from './suites.ts';

describe('finding the suites', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'quorate suites '));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(...paths: string[]): void {
    for (const path of paths) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), '');
    }
  }

  it('covers a new package and a new app at birth', () => {
    write('packages/fresh/src/deep/down.test.ts', 'apps/gateway/src/gate.test.ts');
    const found = new Map(findSuites(root).map((suite) => [suite.name, suite.files]));
    assert.deepEqual(found.get('fresh'), ['packages/fresh/src/deep/down.test.ts']);
    assert.deepEqual(found.get('gateway'), ['apps/gateway/src/gate.test.ts']);
  });

  it("runs the service's tests on both databases", () => {
    write('apps/api/src/app.test.ts');
    const api = findSuites(root).filter((suite) =>
      suite.files.includes('apps/api/src/app.test.ts'),
    );
    assert.deepEqual(
      api.map(({ name, needs }) => [name, needs]),
      [
        ['api-embedded', 'embedded-database'],
        ['api-postgres', 'postgres'],
      ],
    );
  });

  it('runs each test of the service once, and elsewhere those that are about it', () => {
    write(
      'apps/api/test/stress/flood.process.test.ts',
      'apps/api/src/commands/backup/backup.test.ts',
      'apps/api/src/features/live/stream.test.ts',
      'apps/api/src/features/reviews/reviews.test.ts',
    );
    for (const file of ['live/stream', 'reviews/reviews'])
      writeFileSync(join(root, `apps/api/src/features/${file}.test.ts`), 'startTestService(t)');
    const found = findSuites(root, 'once').map(({ name, files }) => [
      name,
      files.map((file) => file.replace(/.*\//, '')),
    ]);
    assert.deepEqual(
      found.filter(([name]) => name?.includes('api-')),
      [
        ['api-embedded', ['backup.test.ts', 'flood.process.test.ts']],
        ['api-postgres', ['backup.test.ts', 'stream.test.ts', 'reviews.test.ts']],
        ['api-two-copies', ['stream.test.ts']],
      ],
    );
  });

  it("runs those of the service's tests that can have two copies on one PostgreSQL so", () => {
    write('apps/api/src/alone.test.ts', 'apps/api/src/in-turn.test.ts');
    writeFileSync(join(root, 'apps/api/src/in-turn.test.ts'), 'await startTestService(t)');
    const suite = findSuites(root).find(({ name }) => name === 'api-two-copies');
    assert.equal(suite?.needs, 'postgres-two-copies');
    assert.deepEqual(suite?.files, ['apps/api/src/in-turn.test.ts']);
  });

  it('gives components to Vitest and journeys to Playwright', () => {
    write('apps/web/src/ui/button.test.tsx', 'e2e/loop.spec.ts', 'e2e/support/test.ts');
    const found = new Map(findSuites(root).map((suite) => [suite.name, suite]));
    assert.equal(found.get('web')?.runner, 'vitest');
    assert.deepEqual(found.get('web')?.files, ['apps/web/src/ui/button.test.tsx']);
    assert.equal(found.get('e2e')?.runner, 'playwright');
    assert.deepEqual(found.get('e2e')?.files, ['e2e/loop.spec.ts']);
  });

  it('gives the components of an app with an interface to Vitest, and the rest to Node', () => {
    write('apps/bot/src/run.test.ts', 'apps/desktop/src/interface/form.test.tsx');
    const found = new Map(findSuites(root).map((suite) => [suite.name, suite]));
    assert.deepEqual(found.get('bot')?.files, ['apps/bot/src/run.test.ts']);
    assert.equal(found.get('desktop-interface')?.runner, 'vitest');
    assert.equal(found.get('desktop-interface')?.folder, 'apps/desktop');
    assert.deepEqual(found.get('desktop-interface')?.files, [
      'apps/desktop/src/interface/form.test.tsx',
    ]);
  });

  it('leaves out what is installed or built', () => {
    write(
      'packages/values/node_modules/x/x.test.ts',
      'apps/web/build/y.test.ts',
      'packages/values/src/money.test.ts',
    );
    const files = findSuites(root).flatMap((suite) => suite.files);
    assert.deepEqual(files, ['packages/values/src/money.test.ts']);
  });
});
