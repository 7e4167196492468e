import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';

const MODULE = new URL('current-ini.ts', import.meta.url).href;
const SCRIPT = `import { writeDurably } from ${JSON.stringify(MODULE)};
try {
  writeDurably(process.argv[1], 'n'.repeat(3_000));
  console.log('written');
} catch {
  console.log('refused');
}`;

it('a file of which the system takes a part alone stays what it was', {
  skip: process.platform === 'win32' && 'a shell sets the limit',
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cut short ü-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'current.ini');
  writeFileSync(file, 'old');
  // One block a file: the first write takes that much and is no error.
  const limited = 'ulimit -f 1; exec "$0" --input-type=module --eval "$1" "$2"';
  const { stdout } = spawnSync('sh', ['-c', limited, process.execPath, SCRIPT, file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  assert.equal(stdout.trim(), 'refused');
  assert.equal(readFileSync(file, 'utf8'), 'old');
  assert.deepEqual(readdirSync(folder), ['current.ini']);
});
