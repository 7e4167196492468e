import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { encodeUtf16 } from '@quorate/bot/mt5/install/files';
import { fakeWindows } from '@quorate/bot/mt5/install/testing/fake-terminal-folder';
import { refusalOf } from '../testing/refusal.ts';
import { createTerminals, plainPath } from './create-terminals.ts';

const COMMON =
  '[Experts]\r\nLogin=1\r\n[Common]\r\nLogin=5012345\r\nServer=Broker-Demo\r\nProxy=0\r\n';

function stage(t: TestContext) {
  const windows = fakeWindows(t);
  const terminals = createTerminals({ roots: windows.roots, platform: 'linux', env: {} });
  const withIni = (name: string, content: string | Uint8Array) => {
    const made = windows.addTerminal(name);
    mkdirSync(join(made.dataFolder, 'config'), { recursive: true });
    writeFileSync(join(made.dataFolder, 'config', 'common.ini'), content);
    return made;
  };
  return { windows, terminals, withIni };
}

describe('the terminals that are found', () => {
  it('say which account and server they were signed in to last, in either encoding', (t) => {
    const { terminals, withIni } = stage(t);
    const made = withIni('MetaTrader 5', encodeUtf16(COMMON));
    withIni('Größe Broker MT5', COMMON.replace('5012345', '77').replaceAll('\r\n', '\n'));
    const { terminals: found } = terminals.list();
    assert.deepEqual(found[0], {
      install_folder: made.installFolder,
      data_folder: made.dataFolder,
      portable: false,
      account_number: '5012345',
      broker_server: 'Broker-Demo',
    });
    assert.equal(found[1]?.account_number, '77');
    assert.match(found[1]?.install_folder ?? '', /Größe Broker MT5$/);
  });

  it('say nothing where their file is absent, damaged, huge, or no file', (t) => {
    const { windows, terminals, withIni } = stage(t);
    windows.addTerminal('none');
    withIni('empty', '');
    withIni('binary', Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 37) % 256)));
    withIni('huge', COMMON + ';'.repeat(20_000_000));
    withIni('zero', '[Common]\r\nLogin=0\r\nServer=\r\n');
    withIni('hostile', '[Common]\r\nLogin=12"; rm\r\nServer=a\u0007b\r\n');
    withIni('long', `[Common]\r\nLogin=${'9'.repeat(40)}\r\nServer=${'s'.repeat(65)}\r\n`);
    withIni('other section', '[Charts]\r\nLogin=5012345\r\nServer=Broker-Demo\r\n');
    withIni('other code page', Buffer.from('[Common]\r\nServer=Br\xf6ker\r\n', 'latin1'));
    const folder = windows.addTerminal('folder').dataFolder;
    mkdirSync(join(folder, 'config', 'common.ini'), { recursive: true });
    const endless = join(windows.addTerminal('endless').dataFolder, 'config');
    mkdirSync(endless);
    symlinkSync('/dev/zero', join(endless, 'common.ini'));
    const { terminals: found } = terminals.list();
    assert.equal(found.length, 11);
    for (const { account_number, broker_server, install_folder } of found) {
      assert.deepEqual([account_number, broker_server], [null, null], install_folder);
    }
  });

  it('know the servers of their folders, each once and in order', (t) => {
    const { terminals, withIni } = stage(t);
    const one = withIni('one', COMMON).dataFolder;
    const other = withIni('other', COMMON.replace('Broker-Demo', 'Zeta-Live')).dataFolder;
    const servers = [
      'MetaQuotes-Demo',
      'alpha-Live10',
      'alpha-Live9',
      'Default',
      'Custom',
      'signals',
    ];
    for (const name of [...servers, 'mailbox', '.hidden', 'S'.repeat(65)]) {
      mkdirSync(join(one, 'Bases', name), { recursive: true });
    }
    writeFileSync(join(one, 'Bases', 'servers.dat'), 'no folder');
    mkdirSync(join(other, 'bases', 'MetaQuotes-Demo'), { recursive: true });
    assert.deepEqual(terminals.list().broker_servers, [
      'alpha-Live9',
      'alpha-Live10',
      'Broker-Demo',
      'MetaQuotes-Demo',
      'Zeta-Live',
    ]);
  });

  it('are none where the system keeps none', () => {
    const terminals = createTerminals({ roots: { appData: null }, platform: 'darwin', env: {} });
    assert.deepEqual(terminals.list(), { terminals: [], broker_servers: [] });
  });
});

describe('the picker of folders', () => {
  function tree(t: TestContext) {
    const root = mkdtempSync(join(tmpdir(), 'Jörg Müller '));
    t.after(() => rmSync(root, { recursive: true, force: true }));
    const env = { HOME: root };
    const terminals = createTerminals({ roots: { appData: null }, platform: 'linux', env });
    return { root, terminals };
  }

  it('shows folders by their names, terminals marked, and never a file', async (t) => {
    const { root, terminals } = tree(t);
    for (const name of [
      'Zebra',
      'apfel',
      'MetaTrader 5',
      'Größe 10',
      'Größe 9',
      '.cache',
      '$Trash',
    ])
      mkdirSync(join(root, name));
    writeFileSync(join(root, 'MetaTrader 5', 'terminal64.exe'), '');
    writeFileSync(join(root, 'secret.txt'), 'nobody is to know');
    symlinkSync(join(root, 'Zebra'), join(root, 'link'));
    symlinkSync(join(root, 'secret.txt'), join(root, 'link to a file'));
    symlinkSync(join(root, 'gone'), join(root, 'link to nothing'));
    const list = await terminals.folders(join(root, 'apfel', '..', '.', '/'));
    assert.equal(list.path, root);
    assert.deepEqual(
      list.folders.map(({ name }) => name),
      ['apfel', 'Größe 9', 'Größe 10', 'link', 'MetaTrader 5', 'Zebra'],
    );
    assert.deepEqual(
      list.folders.filter((each) => each.is_terminal).map(({ path }) => path),
      [join(root, 'MetaTrader 5')],
    );
    assert.equal(list.is_terminal, false);
    const inside = await terminals.folders(join(root, 'MetaTrader 5'));
    assert.deepEqual([inside.is_terminal, inside.parent], [true, root]);
  });

  it('begins at the usual places, and leads back there from the root', async (t) => {
    const { root, terminals } = tree(t);
    const beginning = await terminals.folders(undefined);
    assert.deepEqual(
      beginning.folders.map(({ path }) => path),
      [root, '/'],
    );
    assert.deepEqual([beginning.path, beginning.parent], [null, null]);
    const top = await terminals.folders('/');
    assert.equal(top.parent, '');
    assert.deepEqual(await terminals.folders(top.parent ?? 'none'), beginning);
  });

  it('stops at 500 and says so', async (t) => {
    const { root, terminals } = tree(t);
    for (let count = 0; count < 500; count++) mkdirSync(join(root, `folder ${count}`));
    assert.equal((await terminals.folders(root)).truncated, false);
    mkdirSync(join(root, 'zz'));
    const list = await terminals.folders(root);
    assert.deepEqual([list.folders.length, list.truncated], [500, true]);
  });

  it('refuses what is no folder at the field, and repeats no control characters', async (t) => {
    const { root, terminals } = tree(t);
    writeFileSync(join(root, 'file'), '');
    const wrong = [
      'folder',
      './a',
      'C:\\',
      '/no/such folder',
      join(root, 'file'),
      '/a\u0000b',
      '/a\nb',
    ];
    for (const path of wrong) {
      const refusal = await refusalOf(() => terminals.folders(path));
      assert.equal(refusal.code, 'validation_failed', path);
      assert.ok(refusal.fields.path, path);
      assert.doesNotMatch(refusal.message, /\p{Cc}/u);
    }
  });

  it('leaves out what this user may not read', {
    skip: process.getuid?.() === 0 && 'an administrator may read everything',
  }, async (t) => {
    const { root, terminals } = tree(t);
    mkdirSync(join(root, 'closed'));
    chmodSync(join(root, 'closed'), 0);
    assert.deepEqual((await terminals.folders(root)).folders, []);
    chmodSync(join(root, 'closed'), 0o700);
  });
});

describe('a path that a person gives', () => {
  it('is whole, and on Windows on a drive of this computer', () => {
    assert.equal(plainPath('win32', ' C:/Program Files\\..\\Größe\\ '), 'C:\\Größe');
    assert.equal(plainPath('win32', 'd:\\'), 'd:\\');
    for (const path of [
      'C:',
      'C:folder',
      '\\folder',
      '\\\\server\\share',
      '//server/share',
      '..',
    ]) {
      assert.equal(plainPath('win32', path), null, path);
    }
    for (const path of ['\\\\.\\pipe\\quorate', '\\\\?\\C:\\', '/home', 'C:\\a\u0000']) {
      assert.equal(plainPath('win32', path), null, path);
    }
    assert.equal(plainPath('linux', '/home/../etc/'), '/etc');
    assert.equal(plainPath('linux', 'home'), null);
  });
});
