import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_AUTOSTART, openAutostart } from './autostart.ts';

const LAUNCHER = 'C:\\Users\\Jürgen Ö\\AppData\\Local\\Programs\\Quorate\\Quorate.exe';
const KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';

/** A registry with this one value, which a policy may keep as it is. */
function registry(value: string | null = null, isFixed = false) {
  let now = value;
  const ran: string[][] = [];
  return {
    ran,
    async run(args: readonly string[]) {
      ran.push([...args]);
      const [verb] = args;
      const at = args.indexOf('/d');
      if (verb === 'add' && !isFixed) now = args[at + 1] ?? null;
      if (verb === 'delete' && !isFixed) now = null;
      if (verb !== 'query') return { exitCode: isFixed ? 1 : 0, printed: '' };
      if (now === null) return { exitCode: 1, printed: 'ERROR: The system was unable to find' };
      // In the letters of an old code page.
      const shown = now.replaceAll(/[^ -~]/g, '?');
      return { exitCode: 0, printed: `\r\n${KEY}\r\n    Quorate    REG_SZ    ${shown}\r\n` };
    },
  };
}

describe('starting with the computer', () => {
  it('is an entry of this user alone, set, read back and removed', async () => {
    const own = registry();
    const autostart = await openAutostart(own, { launcher: LAUNCHER });
    assert.equal(autostart.enabled(), false);
    await autostart.set(true);
    assert.equal(autostart.enabled(), true);
    assert.deepEqual(own.ran[1], [
      'add',
      KEY,
      '/v',
      'Quorate',
      '/t',
      'REG_SZ',
      '/d',
      `"${LAUNCHER}" ui --background`,
      '/f',
    ]);
    await autostart.set(false);
    assert.equal(autostart.enabled(), false);
    assert.deepEqual(own.ran[3], ['delete', KEY, '/v', 'Quorate', '/f']);
  });

  it('is read as it is in the registry when the app begins', async () => {
    const mine = await openAutostart(registry(`"${LAUNCHER}" ui --background`), {
      launcher: LAUNCHER,
    });
    assert.equal(mine.enabled(), true);
    const others = await openAutostart(registry('"C:\\Other\\Quorate.exe"'), {
      launcher: LAUNCHER,
    });
    assert.equal(others.enabled(), false);
  });

  it('starts the app on its own folder where that is not the usual one, and knows it from others', async () => {
    const folder = 'D:\\Händler\\Konto zwei\\';
    const command = `"${LAUNCHER}" ui --background --data-dir "D:\\Händler\\Konto zwei\\\\"`;
    const own = registry();
    const autostart = await openAutostart(own, { launcher: LAUNCHER, dataDir: folder });
    await autostart.set(true);
    assert.equal(own.ran[1]?.at(-2), command);
    assert.equal(autostart.enabled(), true);
    const opened = async (dataDir: string | null, value: string) =>
      (await openAutostart(registry(value), { launcher: LAUNCHER, dataDir })).enabled();
    assert.equal(await opened(null, command), false);
    assert.equal(await opened('D:\\Other', command), false);
    assert.equal(await opened(folder, `"${LAUNCHER}" ui --background`), false);
  });

  it('that a policy does not let through is a sentence and not believed', async () => {
    const autostart = await openAutostart(registry(null, true), { launcher: LAUNCHER });
    await assert.rejects(autostart.set(true), {
      code: 'unavailable',
      message: /did not take the entry Quorate/,
    });
    assert.equal(autostart.enabled(), false);
  });

  it('is not offered elsewhere', async () => {
    assert.equal(NO_AUTOSTART.enabled(), null);
    await assert.rejects(NO_AUTOSTART.set(true), { code: 'not_offered' });
  });
});
