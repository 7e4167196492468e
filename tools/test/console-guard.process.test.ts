import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';

const GUARD = new URL('./console-guard.ts', import.meta.url).href;

/** Runs a program under the guard. @returns its exit code and what it said on standard error */
function guarded(program: string): { code: number | null; stderr: string } {
  const args = [`--import=${GUARD}`, '--input-type=module', '--eval', program];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { code: status, stderr };
}

describe('the guard over the console', () => {
  for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn']) {
    it(`fails a process that calls console.${method}, and says from where`, () => {
      const { code, stderr } = guarded(`console.${method}('a word')`);
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`console\\.${method} was called`));
    });
  }

  it('lets a process be that says nothing, or replaces the method it expects', () => {
    assert.equal(guarded('const x = 1;').code, 0);
    assert.equal(guarded('console.warn = () => {}; console.warn("expected")').code, 0);
  });

  it('keeps the exit code of a process that failed on its own', () => {
    assert.equal(guarded('console.log("x"); process.exitCode = 7;').code, 7);
  });
});
