import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { readLanguage, writeLanguage } from './kept-language.ts';

it('the language is the one kept last, and the computer’s where none was or the file is damaged', (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'language ünï '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  assert.equal(readLanguage(dataDir), null);
  writeLanguage(dataDir, 'en');
  writeLanguage(dataDir, 'es');
  assert.equal(readLanguage(dataDir), 'es');
  for (const text of ['', '{', 'null', '{"format":1,"language":"xx"}', '{"language":"es"}']) {
    writeFileSync(join(dataDir, 'language.json'), text);
    assert.equal(readLanguage(dataDir), null, text);
  }
});
