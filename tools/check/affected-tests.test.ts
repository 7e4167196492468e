import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { affectedTests } from './affected-tests.ts';
import { readModule } from './modules.ts';

const MODULES = Object.entries({
  'packages/values/src/money.ts': '',
  'packages/values/src/money.test.ts': "import './money.ts';",
  'packages/ui/src/badge.tsx': '',
  'apps/api/src/pay.ts': "export { pay } from '@quorate/values/money';",
  'apps/api/src/pay.test.ts': "import './pay.ts';",
  'apps/api/src/late.test.ts': "await import('./pay.ts');",
  'apps/web/src/badge.test.tsx': "import { Badge } from '@quorate/ui/badge';",
  'apps/web/src/alone.test.tsx': "import 'react';",
}).map(([path, text]) => readModule({ path, text }));

describe('the tests that a change can break', () => {
  it('are those that reach it by import, the nearest first', () => {
    assert.deepEqual(affectedTests(MODULES, ['packages/values/src/money.ts']), [
      'packages/values/src/money.test.ts',
      'apps/api/src/pay.test.ts',
      'apps/api/src/late.test.ts',
    ]);
  });

  it('are a test itself that changed, and those of a component of a package', () => {
    assert.deepEqual(
      affectedTests(MODULES, ['packages/ui/src/badge.tsx', 'apps/web/src/alone.test.tsx']),
      ['apps/web/src/alone.test.tsx', 'apps/web/src/badge.test.tsx'],
    );
  });

  it('are none where no module changed', () => {
    assert.deepEqual(affectedTests(MODULES, ['README.md', 'apps/api/src/gone.ts']), []);
  });
});
