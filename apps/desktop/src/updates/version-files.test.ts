import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { installStage, putVersion } from './testing/install-stage.ts';
import {
  extractCommand,
  faultOfVersion,
  PROGRAM,
  removeVersion,
  SYSTEM_UPDATE_PROGRAMS,
  versionFolder,
} from './version-files.ts';

async function stage(t: TestContext) {
  const { installFolder, folder } = await installStage(t);
  putVersion(installFolder, '1.3.0', { [PROGRAM]: 'program', 'resources/interface/a.js': 'a' });
  const version = versionFolder(installFolder, '1.3.0');
  return { installFolder, folder, version, fault: () => faultOfVersion(installFolder, '1.3.0') };
}

describe('the files of a version', () => {
  it('are whole as they were laid out', async (t) => {
    const { fault } = await stage(t);
    assert.equal(await fault(), null);
  });

  const spoils: [string, (version: string) => void, RegExp][] = [
    [
      'a byte is changed',
      (version) => writeFileSync(join(version, PROGRAM), 'pRogram'),
      /quorate-app\.exe is damaged/,
    ],
    [
      'one is cut short',
      (version) => truncateSync(join(version, PROGRAM), 3),
      /quorate-app\.exe is damaged/,
    ],
    [
      'one was taken away',
      (version) => rmSync(join(version, 'resources/interface/a.js')),
      /a\.js is missing/,
    ],
    [
      'one is a folder',
      (version) => {
        rmSync(join(version, PROGRAM));
        mkdirSync(join(version, PROGRAM));
      },
      /quorate-app\.exe is missing or cannot be read/,
    ],
    [
      'there is one more',
      (version) => writeFileSync(join(version, 'version.dll'), 'evil'),
      /not on its list: version\.dll/,
    ],
    ['the list is gone', (version) => rmSync(join(version, 'files.json')), /list of files/],
    [
      'the list is cut short',
      (version) => truncateSync(join(version, 'files.json'), 20),
      /list of files/,
    ],
    [
      'the list leaves the program out',
      (version) => writeFileSync(join(version, 'files.json'), '{}'),
      /list of files/,
    ],
    [
      'the list names a file elsewhere',
      (version) => {
        const list = JSON.parse(readFileSync(join(version, 'files.json'), 'utf8'));
        writeFileSync(
          join(version, 'files.json'),
          JSON.stringify({ ...list, '../../x': 'a'.repeat(64) }),
        );
      },
      /list of files/,
    ],
    ['the folder is gone', (version) => rmSync(version, { recursive: true }), /list of files/],
  ];
  for (const [name, spoil, expected] of spoils)
    it(`are not whole where ${name}`, async (t) => {
      const { version, fault } = await stage(t);
      spoil(version);
      assert.match((await fault()) ?? 'whole', expected);
    });

  it('go whole when their version is removed, and what is gone is removed already', async (t) => {
    const { installFolder, version } = await stage(t);
    assert.ok(removeVersion(installFolder, '1.3.0'));
    assert.ok(!existsSync(version));
    assert.ok(removeVersion(installFolder, '1.3.0'));
  });
});

describe('the programs of an update', () => {
  it('give an installer its folder last and without quotes, and its own path with them', () => {
    assert.deepEqual(extractCommand('C:\\Users\\Zoë B\\1.3.0.exe', 'C:\\Users\\Zoë B\\Quorate'), {
      argv0: '"C:\\Users\\Zoë B\\1.3.0.exe"',
      args: ['/S', '/UPDATE', '/D=C:\\Users\\Zoë B\\Quorate'],
    });
  });

  it('tell why an installer did not do it', {
    skip: process.platform !== 'linux' && 'scripts of Linux',
  }, async (t) => {
    const { folder, installFolder } = await stage(t);
    const installer = join(folder, 'setup of Zoë.exe');
    const extract = async (script: string) => {
      writeFileSync(installer, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return SYSTEM_UPDATE_PROGRAMS.extract(installer, installFolder);
    };
    assert.equal(await extract(`test "$3" = "/D=${installFolder}"`), null);
    assert.equal(await extract('exit 2'), 'it ended with code 2');
    assert.equal(await extract('kill -9 $$'), 'it ended with SIGKILL');
    rmSync(installer);
    const absent = await SYSTEM_UPDATE_PROGRAMS.extract(installer, installFolder);
    assert.match(absent ?? '', /^it could not be started \(.*ENOENT/);
  });

  it('start a version that goes on automatically, and end it at once', {
    skip: process.platform !== 'linux' && 'scripts of Linux',
  }, async (t) => {
    const { installFolder } = await stage(t);
    putVersion(installFolder, '1.4.0', { [PROGRAM]: '#!/bin/sh\nexec sleep 60\n' });
    const started = SYSTEM_UPDATE_PROGRAMS.start(installFolder, '1.4.0', ['ui']);
    started.kill();
    assert.equal(await started.ended, 'it ended with SIGKILL');
    const absent = SYSTEM_UPDATE_PROGRAMS.start(installFolder, '9.9.9', []);
    assert.match(await absent.ended, /^it could not be started/);
    absent.kill();
  });
});
