import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  credentialEntries,
  fileVault,
  type OpenEntry,
  openVault,
  profileSecret,
  systemVault,
  type Vault,
} from './vault.ts';

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'bot vault ünï-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A store as the operating system has it: what is not there cannot be removed. */
function storeInMemory(): OpenEntry {
  const secrets = new Map<string, string>();
  return (name) => ({
    getPassword: () => secrets.get(name) ?? null,
    setPassword: (secret) => void secrets.set(name, secret),
    deletePassword() {
      if (!secrets.delete(name)) throw new Error('No matching entry found in secure storage');
      return true;
    },
  });
}

const noEntries = (): OpenEntry => {
  throw new Error('Cannot find native binding.\nnpm has a bug');
};

/** What every vault must do. */
function vaultCard(name: string, open: (t: TestContext) => Vault): void {
  describe(`the ${name}`, () => {
    it('gives back what was set last, character by character', (t) => {
      const vault = open(t);
      assert.equal(vault.get('profile/main/terminal-password'), null);
      vault.set('profile/main/terminal-password', 'first');
      vault.set('profile/main/terminal-password', ' pässwörd "ok" \\ 漢字 ');
      assert.equal(vault.get('profile/main/terminal-password'), ' pässwörd "ok" \\ 漢字 ');
    });

    it('keeps names apart', (t) => {
      const vault = open(t);
      vault.set('profile/main/terminal-password', 'a');
      vault.set('profile/main/bridge-token', 'b');
      assert.equal(vault.get('profile/main/terminal-password'), 'a');
      assert.equal(vault.get('profile/other/terminal-password'), null);
    });

    it('forgets what is removed, and takes a second removal', (t) => {
      const vault = open(t);
      vault.set('sign-in/x/mira', 'token');
      vault.remove('sign-in/x/mira');
      vault.remove('sign-in/x/mira');
      assert.equal(vault.get('sign-in/x/mira'), null);
    });
  });
}

vaultCard('vault of files', (t) => fileVault(folder(t), () => 'a test says so'));
vaultCard('vault of the system', () => systemVault(storeInMemory(), 'win32'));

vaultCard('vault of the Credential Manager', () =>
  systemVault(credentialEntries(credentials()), 'win32'),
);

/** The Credential Manager, in memory. */
function credentials() {
  const kept = new Map<string, Uint8Array>();
  return {
    kept,
    readSecret: (target: string) => kept.get(target) ?? null,
    writeSecret: (target: string, _user: string, secret: Uint8Array) =>
      void kept.set(target, secret),
    deleteSecret: (target: string) => void kept.delete(target),
  };
}

it('the Credential Manager has the names and letters of the module before', () => {
  const manager = credentials();
  credentialEntries(manager)('sign-in/x/mira').setPassword('ü€');
  assert.deepEqual(
    [...manager.kept],
    [['sign-in/x/mira.Quorate bot', Buffer.from([0xfc, 0, 0xac, 0x20])]],
  );
});

describe('secrets that lie in files when the system has a vault again', () => {
  const deps = { env: {}, platform: 'win32' };

  it('move into it, whatever it held before, and no file of them is left', (t) => {
    const data = folder(t);
    const told: string[] = [];
    const notify = (message: string) => void told.push(message);
    const files = fileVault(data, () => 'a test says so');
    files.set('a', 'newer');
    files.set('b', 'two');
    const open = storeInMemory();
    open('a').setPassword('older');
    const vault = openVault({ ...deps, loadEntries: () => open, notify }, data);
    assert.deepEqual([vault.get('a'), vault.get('b')], ['newer', 'two']);
    assert.ok(!existsSync(join(data, 'vault')));
    assert.deepEqual(told, ['Secrets moved from files into the Credential Manager of Windows: 2.']);
    openVault({ ...deps, loadEntries: () => open, notify }, data);
    assert.equal(told.length, 1);
  });

  it('stay where it does not take them, and a damaged file stays as it is', (t) => {
    const data = folder(t);
    const told: string[] = [];
    fileVault(data, () => 'a test says so').set('a', 'one');
    writeFileSync(join(data, 'vault', 'damaged.json'), '{');
    const full = (): OpenEntry => () => ({
      getPassword: () => null,
      setPassword() {
        throw new Error('the store is full');
      },
      deletePassword: () => false,
    });
    openVault({ ...deps, loadEntries: full, notify: (message) => void told.push(message) }, data);
    assert.match(told.join(), /^Secrets stay in files in .*the store is full/);
    assert.equal(readdirSync(join(data, 'vault')).length, 2);
    const loadEntries = storeInMemory;
    const vault = openVault({ ...deps, loadEntries, notify: () => {} }, data);
    assert.equal(vault.get('a'), 'one');
    assert.deepEqual(readdirSync(join(data, 'vault')), ['damaged.json']);
  });

  it('stay where QUORATE_VAULT says file', (t) => {
    const data = folder(t);
    fileVault(data, () => 'a test says so').set('a', 'one');
    const env = { QUORATE_VAULT: 'file' };
    openVault({ ...deps, env, loadEntries: storeInMemory, notify: () => {} }, data);
    assert.equal(readdirSync(join(data, 'vault')).length, 1);
  });
});

describe('a vault of files', () => {
  it('can be read by its owner alone, and tells the first time where it is', (t) => {
    const data = folder(t);
    const told: string[] = [];
    const vault = fileVault(
      data,
      () => 'there is no other',
      (message) => told.push(message),
    );
    vault.set('a', 'one');
    vault.set('b', 'two');
    assert.deepEqual(told, [
      `No system keychain is used; secrets are stored in ${join(data, 'vault')} (readable only by you).`,
    ]);
    const files = readdirSync(join(data, 'vault'));
    assert.equal(files.length, 2);
    assert.equal(statSync(join(data, 'vault')).mode & 0o777, 0o700);
    for (const file of files) assert.equal(statSync(join(data, 'vault', file)).mode & 0o777, 0o600);
  });

  it('takes a damaged file for none', (t) => {
    const data = folder(t);
    const vault = fileVault(data, () => 'a test says so');
    vault.set('a', 'one');
    const [name = ''] = readdirSync(join(data, 'vault'));
    const file = join(data, 'vault', name);
    const whole = readFileSync(file, 'utf8');
    for (const text of ['', '{', 'null', whole.slice(0, 20), whole.replace('"a"', '"b"')]) {
      writeFileSync(file, text);
      assert.equal(vault.get('a'), null, text);
    }
  });

  it('that cannot be written is a fault that names the folder', (t) => {
    const data = folder(t);
    writeFileSync(join(data, 'vault'), 'a file in the way');
    assert.throws(() => fileVault(data, () => 'a test says so').set('a', 'one'), {
      code: 'data_folder',
      message: /vault cannot be used: /,
    });
  });
});

describe('the choice of a vault', () => {
  const deps = { env: {}, platform: 'linux', notify: () => {} };

  it('is the one of the system where it answers', (t) => {
    const vault = openVault({ ...deps, loadEntries: storeInMemory }, folder(t));
    assert.deepEqual(vault.describe(), {
      kind: 'system',
      place: 'the secret service of this desktop',
      why: null,
    });
  });

  it('is files where the native part is missing, and says why', (t) => {
    const { kind, why } = openVault({ ...deps, loadEntries: noEntries }, folder(t)).describe();
    assert.equal(kind, 'file');
    assert.equal(why, 'no system keychain was found (Cannot find native binding)');
  });

  it('says why in one line, as Windows ends its own with a return', (t) => {
    const loadEntries = () => {
      throw new Error('Module not found.\r\n\\\\?\\C:\\Quorate\\windows-native.node');
    };
    const { why } = openVault({ ...deps, loadEntries }, folder(t)).describe();
    assert.equal(why, 'no system keychain was found (Module not found)');
  });

  it('is files where the store does not answer', (t) => {
    const loadEntries = (): OpenEntry => () => {
      throw new Error('Platform failure: DBus error');
    };
    assert.equal(openVault({ ...deps, loadEntries }, folder(t)).describe().kind, 'file');
  });

  it('follows QUORATE_VAULT, and refuses what it does not know', (t) => {
    const open = (choice: string, loadEntries = storeInMemory) =>
      openVault({ ...deps, env: { QUORATE_VAULT: choice }, loadEntries }, folder(t));
    assert.equal(open('file').describe().kind, 'file');
    assert.equal(open('system').describe().kind, 'system');
    assert.throws(() => open('system', noEntries), { code: 'vault' });
    assert.throws(() => open('paper'), { code: 'usage', message: /QUORATE_VAULT is paper/ });
  });

  it('names what keeps a system vault shut', () => {
    const vault = systemVault(() => {
      throw new Error('the keychain is locked');
    }, 'darwin');
    assert.throws(() => vault.get('a'), {
      code: 'vault',
      message: /keychain of macOS, and it does not open: the keychain is locked/,
    });
  });
});

it('a secret of a profile is named by the profile, in whatever letters', () => {
  assert.equal(profileSecret('Main', 'bridge-token'), profileSecret('MAIN', 'bridge-token'));
  assert.notEqual(
    profileSecret('Main', 'bridge-token'),
    profileSecret('Main', 'terminal-password'),
  );
});
