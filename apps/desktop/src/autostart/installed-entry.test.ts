import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { entryName, tellInstalledVersion } from './autostart.ts';

const FOLDER = 'C:\\Users\\Jürgen (Ö)\\AppData\\Local\\Programs\\Quorate';
const KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Quorate';

/** The entry of an installed app, printed as reg.exe prints it. */
function registry(values: Record<string, string>, takes = true) {
  const written: string[][] = [];
  return {
    written,
    async run(args: readonly string[]) {
      if (args[0] !== 'query') {
        written.push([...args]);
        return { exitCode: takes ? 0 : 1, printed: '' };
      }
      const name = args[args.indexOf('/v') + 1] ?? '';
      const value = values[name];
      if (value === undefined) return { exitCode: 1, printed: '' };
      const shown = value.replaceAll(/[^ -~]/g, '?');
      return { exitCode: 0, printed: `\r\n${KEY}\r\n    ${name}    REG_SZ    ${shown}\r\n\r\n` };
    },
  };
}

describe("Windows' list of installed apps", () => {
  it('names the version that runs after an update', async () => {
    const own = registry({ InstallLocation: FOLDER, DisplayVersion: '1.2.3' });
    await tellInstalledVersion(own, FOLDER, '1.3.0');
    assert.deepEqual(own.written, [
      ['add', KEY, '/v', 'DisplayVersion', '/t', 'REG_SZ', '/d', '1.3.0', '/f'],
    ]);
  });

  it('is not written to where it names that version, there is no entry, or it is of another folder', async () => {
    for (const values of [
      { InstallLocation: FOLDER, DisplayVersion: '1.3.0' },
      {},
      { InstallLocation: `${FOLDER} 2`, DisplayVersion: '1.2.3' },
      { InstallLocation: 'D:\\Quorate', DisplayVersion: '1.2.3' },
    ] as Record<string, string>[]) {
      const own = registry(values);
      await tellInstalledVersion(own, FOLDER, '1.3.0');
      assert.deepEqual(own.written, [], JSON.stringify(values));
    }
  });

  it('that Windows does not let be changed is a fault that is told', async () => {
    const own = registry({ InstallLocation: FOLDER, DisplayVersion: '1.2.3' }, false);
    await assert.rejects(tellInstalledVersion(own, FOLDER, '1.3.0'), /did not take DisplayVersion/);
  });
});

it('a second installation has the name that its installer wrote down, and the first one needs none', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'entry ü-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  assert.equal(entryName(folder), 'Quorate');
  for (const [text, name] of [
    ['[install]\r\nname=Quorate 2\r\n', 'Quorate 2'],
    ['[install]\r\nname=..\\Run\r\n', 'Quorate'],
    ['', 'Quorate'],
  ] as const) {
    writeFileSync(join(folder, 'install.ini'), text);
    assert.equal(entryName(folder), name, text);
  }
});
