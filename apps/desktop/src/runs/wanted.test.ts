import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { wantedIn } from './wanted.ts';

function stage(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'wanted '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const said: string[] = [];
  return { dataDir, said, open: () => wantedIn(dataDir, (line) => void said.push(line)) };
}

describe('the bots that are to run', () => {
  it('are known again after the app has ended, whatever the capitals', (t) => {
    const { open } = stage(t);
    const first = open();
    first.add('Main');
    first.add('main');
    first.add('Gold');
    first.remove('GOLD');
    assert.deepEqual(open().names(), ['Main']);
    assert.equal(open().has('MAIN'), true);
  });

  it('are none where the file is damaged, and that is said', (t) => {
    const { dataDir, said, open } = stage(t);
    for (const text of ['{"format":1,', '{"format":2,"wanted":["Main"]}', '[]', '']) {
      writeFileSync(join(dataDir, 'runs.json'), text);
      assert.deepEqual(open().names(), []);
    }
    assert.equal(said.length, 4);
    open().add('Main');
    assert.deepEqual(open().names(), ['Main']);
  });

  it('are kept in memory where the file cannot be written', (t) => {
    const said: string[] = [];
    const { dataDir } = stage(t);
    writeFileSync(join(dataDir, 'a file'), '');
    const wanted = wantedIn(join(dataDir, 'a file'), (line) => void said.push(line));
    wanted.add('Main');
    assert.equal(wanted.has('Main'), true);
    assert.match(said.join(), /runs\.json cannot be written/);
  });
});
