import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { hashInputs } from './ensure-built.ts';
import { ensureSite, SITE } from './site.ts';

/** A build that takes no time: it notes that it ran, and leaves a page. */
const BUILD = `node -e "fs.appendFileSync('../../builds','x');fs.mkdirSync('build/client',{recursive:true})"`;

describe('the build of the site', () => {
  let root: string;
  const said: string[] = [];
  const say = (line: string) => void said.push(line);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'quorate site '));
    said.length = 0;
    write('package-lock.json', '{}');
    write('apps/web/package.json', JSON.stringify({ scripts: { build: BUILD } }));
    write('apps/web/src/home.tsx', 'home');
    write('packages/values/src/money.ts', 'money');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  const builds = () => readFileSync(join(root, 'builds'), 'utf8').length;

  it('is made once, with a word before and after', async () => {
    await ensureSite(say, root);
    await ensureSite(say, root);
    assert.equal(builds(), 1);
    assert.match(said.at(-1) ?? '', /^Built the site in \d+ s\.$/);
  });

  it('is made once for two who want it at the same moment', async () => {
    await Promise.all([ensureSite(say, root), ensureSite(say, root)]);
    assert.equal(builds(), 1);
    assert.ok(said.includes('Waiting for another process, which is building the site …'));
  });

  for (const path of [
    'apps/web/src/home.tsx',
    'packages/values/src/money.ts',
    'package-lock.json',
  ]) {
    it(`is made again when ${path} has changed`, async () => {
      await ensureSite(say, root);
      write(path, 'changed');
      await ensureSite(say, root);
      assert.equal(builds(), 2);
    });
  }

  it('is made again when it is gone', async () => {
    await ensureSite(say, root);
    rmSync(join(root, 'apps/web/build/client'), { recursive: true });
    await ensureSite(say, root);
    assert.equal(builds(), 2);
  });

  it('does not depend on tests, on itself, or on installed packages', () => {
    const before = hashInputs(root, SITE.inputs);
    write('apps/web/src/home.test.tsx', 'test');
    write('apps/web/build/client/index.html', 'page');
    write('apps/web/node_modules/x/x.js', 'package');
    assert.equal(hashInputs(root, SITE.inputs), before);
  });

  it('depends on names as on contents', () => {
    const before = hashInputs(root, SITE.inputs);
    rmSync(join(root, 'apps/web/src/home.tsx'));
    write('apps/web/src/house.tsx', 'home');
    assert.notEqual(hashInputs(root, SITE.inputs), before);
  });

  it('that fails is reported with what it said, and not taken for one that succeeded', async () => {
    const failing = `node -e "console.log('no such route');process.exit(3)"`;
    write('apps/web/package.json', JSON.stringify({ scripts: { build: failing } }));
    await assert.rejects(ensureSite(say, root), /cannot be built \(code \d+\):\s*no such route/);
    await assert.rejects(ensureSite(say, root), /cannot be built/);
  });
});
