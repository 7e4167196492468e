import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ROOT } from '../root.ts';
import { bundle } from './bundle.ts';
import { SMALL } from './executable.ts';

const HOURS = 600;

const elsewhere =
  process.platform !== 'linux' && 'macOS runs no program that was changed after it was signed';

/** The program as it is for Windows, but with the Node of this system: it finds everything by the same paths. */
describe('the single executable', { skip: elsewhere }, () => {
  // A name as people have it.
  const folder = mkdtempSync(join(tmpdir(), 'executable ü-'));
  const program = join(folder, 'quorate-app');

  before(async () => {
    const facts = {
      version: '7.8.9',
      brand: 'Quorate',
      service: { address: 'https://quorate.example', fixed: true },
      updateKey: null,
    };
    const { main, threads } = await bundle(ROOT, facts);
    writeFileSync(join(folder, 'main.cjs'), main);
    for (const [path, script] of threads) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), script);
    }
    const settings = {
      main: 'main.cjs',
      mainFormat: 'commonjs',
      output: program,
      disableExperimentalSEAWarning: true,
      execArgv: SMALL,
      execArgvExtension: 'none',
    };
    writeFileSync(join(folder, 'sea.json'), JSON.stringify(settings));
    const made = spawnSync(process.execPath, ['--build-sea', 'sea.json'], { cwd: folder });
    assert.equal(made.status, 0, String(made.stderr));
    rmSync(join(folder, 'main.cjs'));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawnSync(program, args, {
      encoding: 'utf8',
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, HOME: folder, ...env },
    });

  test('tells its version, and what a person set for a Node of their own changes nothing', () => {
    const { stdout, stderr, status } = run(['--version'], { NODE_OPTIONS: '--no-such-option' });
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

  test('loads the native module of the credential store from beside it', () => {
    const data = ['--data-dir', join(folder, 'data'), '--json'];
    const absent = run(['forget-secrets', ...data], { QUORATE_VAULT: 'system' });
    assert.match(absent.stdout, /keyring\.node/);
    const native = createRequire(import.meta.url).resolve('@napi-rs/keyring-linux-x64-gnu');
    copyFileSync(native, join(folder, 'keyring.node'));
    // Whether a store answers depends on the machine; the module itself is found everywhere.
    const present = run(['forget-secrets', ...data], { QUORATE_VAULT: 'system' });
    assert.doesNotMatch(present.stdout, /keyring\.node/);
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
