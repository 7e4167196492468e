import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type NodeReport, SHARED } from './node-report.ts';
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

  describe('of files that share a process', () => {
    it('counts them together, and one that cannot be loaded as failed', () => {
      const tally = runTests(
        {
          'a.test.ts': `import { test } from 'node:test'; test('one', () => {});`,
          'b.test.ts': `throw new Error('no');`,
          'c.test.ts': `import { test } from 'node:test';
            test('two', () => { throw new Error('never'); });`,
        },
        SHARED,
      );
      assert.deepEqual(tally, {
        passed: 1,
        failed: 2,
        skipped: 0,
        problems: ['failed: b.test.ts cannot be loaded\n    no', 'failed: two\n    never'],
      });
    });

    it('fails the run where an error comes after its test', () => {
      const text = `import { test } from 'node:test';
        test('one', () => void setTimeout(() => { throw new Error('late'); }));
        test('two', () => new Promise((done) => setTimeout(done, 50)));`;
      assert.equal(runTests({ 'a.test.ts': text }, SHARED)?.passed, 2);
      assert.notEqual(exitCode, 0);
    });
  });

  let exitCode: number | null;

  function runTests(
    files: Record<string, string>,
    { flags, entry }: { flags: string[]; entry: string[] } = { flags: ['--test'], entry: [] },
  ): Tally | null {
    const report = join(folder, 'report.json');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const reporter = new URL('./node-reporter.ts', import.meta.url).href;
    // A test process inside of a test process reports to its parent unless this is unset.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const ended = spawnSync(
      process.execPath,
      [
        ...flags,
        `--test-reporter=${reporter}`,
        `--test-reporter-destination=${report}`,
        ...entry,
        ...Object.keys(files),
      ],
      { cwd: folder, env },
    );
    exitCode = ended.status;
    for (const name of Object.keys(files)) rmSync(join(folder, name));
    const text = readFileSync(report, 'utf8');
    const found: NodeReport | null = text === '' ? null : JSON.parse(text);
    return found?.tally ?? null;
  }
});
