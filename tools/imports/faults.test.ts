import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeModules } from './faults.ts';
import { readModule } from './read-module.ts';

/** The faults of a house of these files, as 'path:line message'. */
function faultsOf(files: Record<string, string>): string[] {
  const modules = Object.entries(files).map(([path, text]) => readModule({ path, text }));
  return judgeModules(modules).map(({ path, line, message }) => `${path}:${line} ${message}`);
}

function isAllowed(from: string, specifier: string): void {
  assert.deepEqual(faultsOf({ [from]: `import { x } from '${specifier}';` }), []);
}

function isRefused(from: string, specifier: string, because: RegExp): void {
  const faults = faultsOf({ [from]: `import { x } from '${specifier}';` });
  assert.equal(faults.length, 1, `${from} may import ${specifier}`);
  assert.match(faults[0] ?? '', because);
}

describe('imports between rooms', () => {
  it('values imports nothing', () => {
    isRefused('packages/values/src/a.ts', 'zod', /takes nothing from outside/);
    isRefused('packages/values/src/a.ts', 'node:fs', /takes nothing from outside/);
    isRefused('packages/values/src/a.ts', '@quorate/contract/plans', /may import no package/);
  });

  it('contract imports values and zod', () => {
    isAllowed('packages/contract/src/a.ts', '@quorate/values/money');
    isAllowed('packages/contract/src/a.ts', 'zod');
    isRefused('packages/contract/src/a.ts', 'kysely', /takes zod from outside/);
  });

  it('contract and trading never meet', () => {
    isRefused(
      'packages/contract/src/a.ts',
      '@quorate/trading/analysts/vote',
      /may import values, not trading/,
    );
    isRefused(
      'packages/trading/src/a.ts',
      '@quorate/contract/plans',
      /may import values, not contract/,
    );
  });

  it('trading imports values and nothing from outside', () => {
    isAllowed('packages/trading/src/a.ts', '@quorate/values/lots');
    isRefused('packages/trading/src/a.ts', 'node:crypto', /takes nothing from outside/);
  });

  it('the ledger’s format leans on hashes and signatures alone', () => {
    isAllowed('packages/ledger/src/a.ts', 'node:crypto');
    isRefused('packages/ledger/src/a.ts', 'node:fs', /takes node:crypto from outside/);
    isRefused('packages/ledger/src/a.ts', '@quorate/values/money', /may import no package/);
  });

  it('every app imports the three packages and what it installs', () => {
    for (const app of ['api', 'bot', 'web', 'gateway']) {
      for (const target of [
        '@quorate/values/money',
        '@quorate/contract/plans',
        '@quorate/trading/analysts/vote',
        'zod',
      ]) {
        isAllowed(`apps/${app}/src/a.ts`, target);
      }
    }
  });

  it('apps never import apps', () => {
    isRefused('apps/web/src/a.ts', '../../api/src/app.ts', /does not leave apps\/web/);
    isRefused('apps/bot/src/a.ts', '@quorate/api/app', /not api/);
  });

  it('relative imports stay in their package', () => {
    isRefused('packages/trading/src/a.ts', '../../values/src/money.ts', /does not leave/);
    isRefused('apps/api/src/a.ts', '../../../../elsewhere.ts', /leaves the checkout/);
  });

  it('tools start the apps, journeys start the tools, and not the other way round', () => {
    isAllowed('tools/start.ts', '../apps/api/src/server.ts');
    isAllowed('e2e/a.spec.ts', '../tools/service.ts');
    isRefused('e2e/a.spec.ts', '../apps/api/src/server.ts', /does not leave e2e/);
    isRefused('apps/api/src/a.ts', '../../../tools/service.ts', /does not leave/);
  });

  it('a package that nobody has written down yet is covered', () => {
    isAllowed('packages/paddle-emulator/src/a.ts', '@quorate/contract/plans');
    isRefused('packages/paddle-emulator/src/a.ts', '@quorate/trading/analysts/vote', /not trading/);
    isRefused(
      'packages/paddle-emulator/src/a.ts',
      '../../../apps/api/src/app.ts',
      /does not leave/,
    );
  });

  it('tests may use what product code may not', () => {
    isAllowed('packages/values/src/money.test.ts', 'fast-check');
    isAllowed('packages/trading/src/testing/files.ts', 'node:fs');
  });

  it('product code does not lean on test code', () => {
    isRefused('apps/api/src/a.ts', './testing/builders.ts', /does not import test code/);
    isRefused(
      'apps/bot/src/a.ts',
      '@quorate/trading/testing/builders',
      /does not import test code/,
    );
    isAllowed('apps/bot/src/a.test.ts', '@quorate/trading/testing/builders');
  });
});

describe('imports between features', () => {
  const reviews = 'apps/api/src/features/reviews/reviews.service.ts';

  it('a feature does not import its sibling, in any app, tests included', () => {
    isRefused(reviews, '../account/account.queries.ts', /does not import its sibling/);
    isRefused(
      'apps/web/src/features/new/new.test.tsx',
      '../trades/trades.api.ts',
      /does not import its sibling/,
    );
  });

  it('a feature imports itself and what all features share', () => {
    isAllowed(reviews, './reviews.queries.ts');
    isAllowed(reviews, '../../db/tables.ts');
    isAllowed('apps/api/src/app.ts', './features/reviews/reviews.routes.ts');
  });
});

describe('every way of importing', () => {
  const from = 'packages/contract/src/a.ts';
  const target = '@quorate/trading/analysts/vote';
  for (const text of [
    `import type { Vote } from '${target}';`,
    `import '${target}';`,
    `export * from '${target}';`,
    `export { type Vote } from '${target}';`,
    `const late = await import('${target}');`,
    `type Vote = import('${target}').Vote;`,
    `import * as all from\n  '${target}';`,
  ]) {
    it(`is seen: ${text.replace('\n', ' ')}`, () => {
      assert.match(faultsOf({ [from]: text }).join(), /not trading/);
    });
  }

  it('leaves words that only look like one alone', () => {
    const text = `// import { x } from '${target}';\nconst text = "import { x } from '${target}'";\n`;
    assert.deepEqual(faultsOf({ [from]: text }), []);
  });
});

describe('the environment and the time', () => {
  for (const text of [
    'process.env.PORT;',
    "process['env'].PORT;",
    'const { env } = process;',
    "import { env } from 'node:process';",
    'globalThis.process.env;',
  ]) {
    it(`the environment is read in config only: ${text}`, () => {
      assert.match(
        faultsOf({ 'apps/api/src/a.ts': text }).join(),
        /process\.env is read in config/,
      );
      assert.deepEqual(faultsOf({ 'apps/api/src/config/config.ts': text }), []);
      assert.deepEqual(faultsOf({ 'apps/api/src/a.test.ts': text }), []);
    });
  }

  for (const text of [
    'Date.now();',
    'new Date();',
    'Date();',
    'Temporal.Now.instant();',
    'const n = Date.now;',
  ]) {
    it(`the time comes from a clock only: ${text}`, () => {
      assert.match(faultsOf({ 'apps/bot/src/a.ts': text }).join(), /the time comes from a Clock/);
      assert.deepEqual(faultsOf({ 'apps/bot/src/clock.ts': text }), []);
      assert.deepEqual(faultsOf({ 'apps/web/src/a.ts': text }), []);
    });
  }

  it('a moment that somebody names is no reading of the clock', () => {
    const text = 'new Date(0); Date.parse("2025-01-02T00:00Z"); performance.now(); clock.now();';
    assert.deepEqual(faultsOf({ 'packages/trading/src/a.ts': text }), []);
  });
});

describe('files', () => {
  it('are not called index', () => {
    assert.match(faultsOf({ 'packages/values/src/index.ts': '' }).join(), /no index files/);
  });

  it('that cannot be parsed are named', () => {
    assert.throws(
      () => readModule({ path: 'apps/api/src/a.ts', text: 'import { from' }),
      /apps\/api\/src\/a\.ts cannot be parsed/,
    );
  });
});
