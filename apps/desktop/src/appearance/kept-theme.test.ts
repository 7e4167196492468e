import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readTheme, writeTheme } from './kept-theme.ts';

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'theme ünï '));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('the theme of the windows', () => {
  it('is the one that was kept last, and the system’s before the first', (t) => {
    const dataDir = folder(t);
    assert.equal(readTheme(dataDir), 'system');
    writeTheme(dataDir, 'dark');
    writeTheme(dataDir, 'light');
    assert.equal(readTheme(dataDir), 'light');
  });

  it('is the system’s where its file is damaged or says something else', (t) => {
    const dataDir = folder(t);
    for (const text of [
      '',
      '{',
      'null',
      '{"format":1,"theme":"pink"}',
      '{"format":2,"theme":"dark"}',
    ]) {
      writeFileSync(join(dataDir, 'theme.json'), text);
      assert.equal(readTheme(dataDir), 'system', text);
    }
  });
});
