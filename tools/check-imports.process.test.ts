import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fromRoot } from './root.ts';

describe('the check of imports', () => {
  let house: string;

  beforeEach(() => {
    house = mkdtempSync(join(tmpdir(), 'quorate house '));
  });
  afterEach(() => rmSync(house, { recursive: true, force: true }));

  function check(files: Record<string, string>): { code: number | null; output: string } {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(house, path)), { recursive: true });
      writeFileSync(join(house, path), text);
    }
    const args = [fromRoot('tools/check-imports.ts'), house];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { code: status, output: stdout };
  }

  it('passes a house in order and says how much it read', () => {
    const { code, output } = check({
      'packages/values/src/money.ts': 'export const cents = 1;\n',
      'apps/api/src/app.ts':
        "import { cents } from '@quorate/values/money';\nconsole.log(cents);\n",
    });
    assert.deepEqual([code, output], [0, '2 files, 0 faults\n']);
  });

  it('names file, line and rule of every fault', () => {
    const { code, output } = check({
      'packages/values/src/money.ts': "// a line\nimport { z } from 'zod';\n",
      'apps/fresh/src/features/a/a.ts': "export * from '../b/b.ts';\n",
    });
    assert.equal(code, 1);
    assert.match(output, /^packages\/values\/src\/money\.ts:2 'zod'/m);
    assert.match(output, /^apps\/fresh\/src\/features\/a\/a\.ts:1 '\.\.\/b\/b\.ts': a feature/m);
  });

  it('does not read what is installed or built', () => {
    const fault = "import '../../../../elsewhere.ts';";
    const { output } = check({
      'apps/web/build/client/a.js': fault,
      'apps/web/node_modules/x/a.js': fault,
      'apps/web/src/a.tsx': 'export {};\n',
    });
    assert.equal(output, '1 files, 0 faults\n');
  });

  it('fails on an empty folder: nothing read is nothing checked', () => {
    assert.equal(check({}).code, 1);
  });
});
