import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { ROOT } from '../root.ts';
import { bundle } from './bundle.ts';
import {
  EXECUTABLE,
  MODULE,
  makeLauncher,
  makeModule,
  nodeOf,
  SCRIPT,
  SMALL,
} from './executable.ts';
import { drawIcon } from './icon.ts';
import { BUILDERS, missingPrograms } from './programs.ts';
import { installParts } from './release.ts';
import { foreignImports, importsOf } from './testing/imports.ts';
import { makeSmallRelease } from './testing/small-release.ts';

const WITHOUT_CONSOLE = 2;

const HOURS = 600;

/** The program as it is installed, but with the Node of this system: it finds everything by the same paths. */
describe('the script beside Node', () => {
  // A name as people have it.
  const folder = mkdtempSync(join(tmpdir(), 'executable ü-'));

  before(async () => {
    const facts = {
      version: '7.8.9',
      brand: 'Quorate',
      service: { address: 'https://quorate.example', fixed: true },
      updateKey: null,
    };
    const { main, threads } = await bundle(ROOT, facts);
    writeFileSync(join(folder, SCRIPT), main);
    for (const [path, script] of threads) writeFileSync(join(folder, path), script);
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawnSync(process.execPath, [...SMALL, join(folder, SCRIPT), ...args], {
      encoding: 'utf8',
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, HOME: folder, ...env },
    });

  test('tells its version', () => {
    const { stdout, stderr, status } = run(['--version']);
    assert.deepEqual([stdout, stderr, status], ['7.8.9\n', '', 0]);
  });

  test('finds the scripts of its threads beside it', () => {
    const candles = join(folder, 'candles.csv');
    writeFileSync(candles, someCandles());
    const terms = 'replay --symbol EURUSD --json --workers 2 --sweep maximum_daily_trades=1,2';
    const { stdout, stderr } = run([...terms.split(' '), '--candles', candles]);
    const report: { sweep?: { tried: readonly unknown[] } } = JSON.parse(stdout || '{}');
    assert.equal(report.sweep?.tried.length, 2, stderr);
  });
});

describe('the programs for Windows', {
  skip: missingPrograms(BUILDERS).join('; ') || false,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'programs ü-'));
  const at = (...names: readonly string[]) => join(folder, ...names);
  const facts = { version: '1.20.3', brand: 'Küçük & Sons', icon: drawIcon() };
  let parts: string;

  /** Both programs, in a folder that does not show in them. */
  async function make(name: string): Promise<void> {
    const staged = { folder: at(name, 'version'), files: [SCRIPT, 'resources/a ü.txt'] };
    mkdirSync(at(name, 'version', 'resources'), { recursive: true });
    for (const file of staged.files) writeFileSync(join(staged.folder, file), file);
    const node = { folder: 'node-26.0.0-0123456789ab', program: '', bytes: 4 };
    const work = at(name);
    const common = { root: ROOT, facts, work };
    await makeLauncher({ ...common, node, staged, output: at(name, EXECUTABLE) });
    await makeModule({ ...common, parts, output: at(name, MODULE) });
  }

  before(async () => {
    parts = await installParts('windows', { root: ROOT, say: () => undefined });
    await make('one');
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  test('carry version, icon and no console, and are the same from another folder', async () => {
    await make('another/place');
    for (const name of [EXECUTABLE, MODULE]) {
      const bytes = readFileSync(at('one', name));
      assert.ok(bytes.equals(readFileSync(at('another/place', name))), `two ${name} differ`);
      const program = NtExecutable.from(bytes);
      const { entries } = NtExecutableResource.from(program);
      const [version, ...more] = Resource.VersionInfo.fromEntries(entries);
      assert.deepEqual(more, []);
      const strings = version?.getStringValues({ lang: 1033, codepage: 1200 });
      assert.equal(strings?.ProductName, 'Küçük & Sons');
      assert.equal(strings?.FileVersion, '1.20.3');
      assert.equal(Resource.IconGroupEntry.fromEntries(entries)[0]?.icons.length, 7);
    }
    const launcher = NtExecutable.from(readFileSync(at('one', EXECUTABLE)));
    assert.equal(launcher.newHeader.optionalHeader.subsystem, WITHOUT_CONSOLE);
  });

  // @spec 1.7
  test('and installer, uninstaller and Node need nothing that a fresh Windows 10 lacks', async () => {
    // What the installer's compiler hands to be signed is the uninstaller.
    writeFileSync(at('keep.sh'), `#!/bin/sh\ncp "$1" "${at('uninstall.exe')}"\n`, { mode: 0o700 });
    const signer = { sign: async () => undefined, script: at('keep.sh') };
    const { installer } = await makeSmallRelease(folder, { version: '1.0.0', signer });
    const shipped = [
      at('one', EXECUTABLE),
      at('work 1.0.0', 'version.exe'),
      installer,
      at('uninstall.exe'),
      nodeOf(parts),
    ];
    for (const file of shipped) {
      assert.ok(importsOf(file).includes('kernel32.dll'), file);
      assert.deepEqual(foreignImports(file), [], file);
    }
    assert.deepEqual(foreignImports(at('one', MODULE), 'node.exe'), []);
    // The list itself finds something: what the module before this one needed.
    assert.deepEqual(foreignImports(at('one', MODULE)), ['node.exe']);
  });
});

/** Prices that go up and down, hour by hour. */
function someCandles(): string {
  const lines = ['time,open,high,low,close'];
  for (let hour = 0; hour < HOURS; hour += 1) {
    const price = 1.1 + 0.01 * Math.sin(hour / 9) + 0.002 * Math.sin(hour / 2);
    const next = 1.1 + 0.01 * Math.sin((hour + 1) / 9) + 0.002 * Math.sin((hour + 1) / 2);
    const [high, low] = [Math.max(price, next) + 0.0004, Math.min(price, next) - 0.0004];
    const time = new Date(Date.UTC(2025, 0, 6, hour)).toISOString();
    lines.push([time, ...[price, high, low, next].map((value) => value.toFixed(5))].join(','));
  }
  return `${lines.join('\n')}\n`;
}
