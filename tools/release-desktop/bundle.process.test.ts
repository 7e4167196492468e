import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../root.ts';
import { bundle } from './bundle.ts';
import { copyCheckout } from './testing/copy-checkout.ts';

const FACTS = {
  version: '7.8.9',
  brand: 'Küçük & Sons',
  service: { address: 'https://quorate.example', fixed: true },
  updateKey: 'AAAA',
};

function folderFor(t: { after(end: () => void): void }): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bundle ü-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a bundle is the same from another folder and names no place of this machine', async (t) => {
  const folder = join(folderFor(t), 'deeper', 'checkout');
  copyCheckout(ROOT, folder);
  const [here, there] = [await bundle(ROOT, FACTS), await bundle(folder, FACTS)];
  assert.ok(here.main === there.main, 'the two scripts differ');
  assert.deepEqual(here.threads, there.threads);
  assert.equal(here.licences, there.licences);
  assert.match(here.licences, /^fastify \d+\.\d+\.\d+ \(MIT\)$/m);
  for (const script of [here.main, ...here.threads.values()]) {
    for (const place of [ROOT, ROOT.replace(/\/$/, ''), folder, `${homedir()}/`]) {
      const at = script.indexOf(place);
      assert.equal(at, -1, `${place}: ${script.slice(Math.max(0, at - 80), at + 120)}`);
    }
  }
});

test('a bundle is of ASCII alone, since one letter beyond Latin would double it in memory', async () => {
  const { main, threads } = await bundle(ROOT, FACTS);
  for (const script of [main, ...threads.values()]) {
    const at = script.search(/[\u0080-\uffff]/);
    assert.equal(at, -1, script.slice(Math.max(0, at - 80), at + 80));
  }
  assert.ok(main.includes('K\\u00fc\\u00e7\\u00fck & Sons'), 'letters keep what they mean');
});

test('the bundle runs on its own, knows its version, and its threads are beside it', async (t) => {
  const folder = folderFor(t);
  const { main, threads } = await bundle(ROOT, FACTS);
  const script = join(folder, 'main.cjs');
  writeFileSync(script, main);
  for (const [path, content] of threads) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', cwd: folder });
  assert.equal(run('--version').stdout.trim(), '7.8.9');
  const listed = run('profile', 'list', '--json', '--data-dir', join(folder, 'data'));
  assert.deepEqual(JSON.parse(listed.stdout), { profiles: [] });
  assert.deepEqual([...threads.keys()], ['sweep-worker.cjs']);
});
