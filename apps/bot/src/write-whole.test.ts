import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { writeWhole } from './write-whole.ts';

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'bot whole '));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('a file that is written whole', () => {
  it('takes the place of the one before, with the rights that are asked for', (t) => {
    const data = folder(t);
    const file = join(data, 'secret');
    writeWhole(file, 'one');
    writeWhole(file, 'two', 0o600);
    assert.equal(readFileSync(file, 'utf8'), 'two');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(data), ['secret']);
  });

  it('leaves nothing behind where it cannot be written', (t) => {
    const data = folder(t);
    mkdirSync(join(data, 'in the way', 'deep'), { recursive: true });
    assert.throws(() => writeWhole(join(data, 'in the way'), 'secret', 0o600));
    assert.deepEqual(readdirSync(data), ['in the way']);
  });
});
