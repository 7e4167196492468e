import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { NodeReport } from './node-report.ts';
import type { Tally } from './tally.ts';

describe('counting what node:test reports', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'quorate node report '));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('counts passes, failures and skips of several files, and subtests with their parents', () => {
    const tally = runTests({
      'a.test.ts': `import { describe, it, test } from 'node:test';
        import assert from 'node:assert/strict';
        test('one', () => {});
        describe('two', () => { it('three', () => {}); it('four', () => assert.equal(4, 5)); });`,
      'b.test.ts': `import { test } from 'node:test';
        test('five', { skip: 'no such folder' }, () => {});
        test('six', async (t) => { await t.test('seven', () => {}); });`,
    });
    assert.deepEqual(tally, {
      passed: 4,
      failed: 1,
      skipped: 1,
      problems: [
        'skipped: five (no such folder)',
        'failed: four\n    Expected values to be strictly equal:\n    4 !== 5',
      ],
    });
  });

  it('counts a test marked todo as failed, whatever came of it', () => {
    const tally = runTests({
      'a.test.ts': `import { test } from 'node:test'; test('later', { todo: true }, () => {});`,
    });
    assert.equal(tally?.failed, 1);
    assert.deepEqual(tally?.problems, ['1 marked todo, counted as failed']);
  });

  it('counts a test that was cancelled as failed', () => {
    const tally = runTests({
      'a.test.ts': `import { test } from 'node:test';
        test('never ends', { timeout: 50 }, () => new Promise(() => {}));`,
    });
    assert.equal(tally?.passed, 0);
    assert.equal(tally?.failed, 1);
  });

  it('counts a file that cannot be loaded as failed', () => {
    const tally = runTests({ 'a.test.ts': `throw new Error('no');` });
    assert.deepEqual([tally?.passed, tally?.failed], [0, 1]);
  });

  it('counts a file without tests as failed although node:test calls it passed', () => {
    const tally = runTests({ 'a.test.ts': 'export const nothing: number = 1;' });
    assert.deepEqual([tally?.passed, tally?.failed], [0, 1]);
    assert.match(tally?.problems[0] ?? '', /a\.test\.ts ran no tests/);
  });

  it('counts a file that ends itself before its tests as failed', () => {
    const tally = runTests({
      'a.test.ts': `import { test } from 'node:test';
        test('unseen', () => { throw new Error('unseen'); });
        process.exit(0);`,
    });
    assert.deepEqual([tally?.passed, tally?.failed], [0, 1]);
  });

  function runTests(files: Record<string, string>): Tally | null {
    const report = join(folder, 'report.json');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const reporter = new URL('./node-reporter.ts', import.meta.url).href;
    // A test process inside of a test process reports to its parent unless this is unset.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    spawnSync(
      process.execPath,
      [
        '--test',
        `--test-reporter=${reporter}`,
        `--test-reporter-destination=${report}`,
        ...Object.keys(files),
      ],
      { cwd: folder, env },
    );
    for (const name of Object.keys(files)) rmSync(join(folder, name));
    const text = readFileSync(report, 'utf8');
    const found: NodeReport | null = text === '' ? null : JSON.parse(text);
    return found?.tally ?? null;
  }
});
