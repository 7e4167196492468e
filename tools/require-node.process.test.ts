import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fromRoot } from './root.ts';

describe('the check before every script', () => {
  let checkout: string;

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'quorate checkout '));
    mkdirSync(join(checkout, 'tools'));
    copyFileSync(fromRoot('tools/require-node.js'), join(checkout, 'tools/require-node.js'));
    writeFileSync(join(checkout, 'package.json'), '{"type":"module"}');
    writeFileSync(join(checkout, 'tools/start.ts'), "process.stdout.write('started');");
  });
  afterEach(() => rmSync(checkout, { recursive: true, force: true }));

  function start(nodeVersion = process.versions.node) {
    const versions = JSON.stringify({ ...process.versions, node: nodeVersion });
    const pretend = `Object.defineProperty(process,'versions',{value:${versions}})`;
    const preloads = [
      `data:text/javascript,${encodeURIComponent(pretend)}`,
      pathToFileURL(join(checkout, 'tools/require-node.js')).href,
    ].map((url) => `--import=${url}`);
    return spawnSync(process.execPath, [...preloads, 'tools/start.ts'], {
      cwd: checkout,
      encoding: 'utf8',
    });
  }

  function install(): void {
    mkdirSync(join(checkout, 'node_modules'));
    writeFileSync(join(checkout, 'node_modules/.package-lock.json'), '{}');
  }

  it('lets the script run on a new enough Node with everything installed', () => {
    install();
    const { stdout, status } = start();
    assert.deepEqual([stdout, status], ['started', 0]);
  });

  it('says which Node this is, which is needed and how to get it', () => {
    install();
    const { stdout, stderr, status } = start('20.19.4');
    assert.deepEqual([stdout, status], ['', 1]);
    assert.match(stderr, /needs Node 26 or newer; this is Node 20\.19\.4 on/);
    assert.match(stderr, /"npm ci" brings the right one/);
  });

  it('says what to do where nothing is installed', () => {
    const { stdout, stderr, status } = start();
    assert.deepEqual([stdout, status], ['', 1]);
    assert.match(stderr, /run "npm ci" in this folder first/);
  });
});
