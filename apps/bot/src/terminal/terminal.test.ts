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
import { describe, it, type TestContext } from 'node:test';
import { encodeUtf16 } from '../mt5/install/files.ts';
import { systemPrograms } from '../mt5/install/run-program.ts';
import { bridgeFileIn } from '../mt5/install/share-token.ts';
import { fakeWindows } from '../mt5/install/testing/fake-terminal-folder.ts';
import { checkProfile } from '../profiles/check-profile.ts';
import { profileStore } from '../profiles/profile-store.ts';
import { createStopSignal } from '../run/stop-signal.ts';
import { heardOutput } from '../testing/heard-output.ts';
import { memoryVault } from '../testing/memory-vault.ts';
import { until } from '../testing/paper-stage.ts';
import { profileSecret } from '../vault/vault.ts';
import { runTerminal, type TerminalAction } from './run-terminal.ts';

const EDITOR = `
const source = option('compile');
appendFileSync(source + '.count', 'x');
writeFileSync(option('log'), Buffer.from('\\uFEFFResult: 0 errors, 0 warnings\\r\\n', 'utf16le'));
writeFileSync(source.replace(/mq5$/, 'ex5'), 'compiled');
`;

function stage(t: TestContext, programs: { editor?: string; terminal?: string } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bot terminal '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const windows = fakeWindows(t);
  const { dataFolder } = windows.addTerminal('MetaTrader 5', { editor: EDITOR, ...programs });
  profileStore(dataDir).save(
    checkProfile(
      {
        configuration_name: 'Main',
        user: 'mira',
        account_number: '5012345',
        broker_server: 'Broker-Demo',
        bridge: { port: 7_777 },
        risk: { currency_pairs: ['EURUSD'] },
      },
      'a test',
    ),
  );
  const output = heardOutput();
  const vault = memoryVault();
  let isRead = async () => {};
  return {
    windows,
    dataFolder,
    output,
    vault,
    whenStarted: (wait: () => Promise<void>) => {
      isRead = wait;
    },
    run: (action: Record<string, unknown>) =>
      runTerminal(
        {
          output,
          openVault: () => vault,
          sleep: () => isRead(),
          stop: createStopSignal(),
          roots: windows.roots,
          programs: systemPrograms('linux'),
          expertSources: () => [{ path: 'Quorate.mq5', bytes: Buffer.from('// expert\n') }],
        },
        { dataDir, json: false, profile: null, symbol: null, ...action } as TerminalAction,
      ),
  };
}

describe('installing the expert', () => {
  it('deploys, shares the token, compiles, and says what is left to do by hand', async (t) => {
    const { run, dataFolder, output, vault } = stage(t);
    assert.equal(await run({ kind: 'install' }), 0);
    const token = vault.get(profileSecret('Main', 'bridge-token')) ?? '';
    assert.match(token, /^[0-9a-f]{64}$/);
    const file = bridgeFileIn(dataFolder);
    assert.equal(
      readFileSync(file, 'utf8'),
      `token=${token}\nport=7777\ntransport=tcp\nmagic=7420001\n`,
    );
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const said = output.lines().join('\n');
    assert.match(said, /Compiled: 0 errors, 0 warnings\./);
    assert.match(said, /add 127\.0\.0\.1/);
    assert.ok(!said.includes(token));
  });

  it('does again only what is not done already, and keeps the token', async (t) => {
    const { run, dataFolder, output, vault } = stage(t);
    await run({ kind: 'install' });
    const token = vault.get(profileSecret('Main', 'bridge-token'));
    assert.equal(await run({ kind: 'install', json: true }), 0);
    assert.equal(vault.get(profileSecret('Main', 'bridge-token')), token);
    const count = join(dataFolder, 'MQL5', 'Experts', 'Quorate', 'Quorate.mq5.count');
    assert.equal(readFileSync(count, 'utf8'), 'x');
    assert.ok(output.lines().includes('It is compiled already.'));
    const { written } = JSON.parse(output.printed()) as { written: string[] };
    assert.deepEqual(written, []);
  });

  it('ends with 5 and the errors where the expert does not compile', async (t) => {
    const { run, output } = stage(t, {
      editor: `writeFileSync(option('log'), 'a.mq5(1,2) : error 9: wrong\\r\\nResult: 1 errors, 0 warnings\\r\\n');`,
    });
    assert.equal(await run({ kind: 'install' }), 5);
    assert.match(output.lines().join('\n'), /a\.mq5:1:2 error: wrong/);
  });
});

describe('starting the terminal', () => {
  it('hands over the password of the vault, tells it nobody, and removes the file', async (t) => {
    const staged = stage(t, {
      terminal: `
        const file = option('config');
        const { renameSync } = require('node:fs');
        writeFileSync(__dirname + '/seen.new', JSON.stringify({ file, text: readFileSync(file, 'utf16le') }));
        renameSync(__dirname + '/seen.new', __dirname + '/seen.json');`,
    });
    const { run, windows, vault, output, whenStarted } = staged;
    vault.set(profileSecret('Main', 'terminal-password'), 'hunter2');
    const seen = join(windows.root, 'Program Files', 'MetaTrader 5', 'seen.json');
    whenStarted(() => until(() => existsSync(seen)));
    assert.equal(await run({ kind: 'start', symbol: 'EURUSD.a' }), 0);
    const { file, text } = JSON.parse(readFileSync(seen, 'utf8')) as { file: string; text: string };
    assert.match(text, /Login=5012345\r\nPassword=hunter2\r\nServer=Broker-Demo/);
    assert.match(text, /Symbol=EURUSD\.a/);
    assert.equal(existsSync(file), false);
    assert.ok(!`${output.printed()}${output.lines().join()}`.includes('hunter2'));
    // The program of this test ends at once, as one does that finds a terminal open.
    await until(() => output.lines().some((line) => /ended again.*Close MetaTrader 5/.test(line)));
  });
});

describe('looking at terminals', () => {
  it('lists them with their data folders', async (t) => {
    const { run, output, dataFolder } = stage(t);
    await run({ kind: 'list' });
    assert.match(output.printed(), /Program Files\/MetaTrader 5\n {2}data: /);
    assert.ok(output.printed().includes(dataFolder));
  });

  it('prints the end of a log, or says that there is none', async (t) => {
    const { run, output, dataFolder } = stage(t);
    await assert.rejects(run({ kind: 'logs', log: 'experts', lines: 1 }), { code: 'terminal' });
    const folder = join(dataFolder, 'MQL5', 'Logs');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '20261118.log'), encodeUtf16('one\r\ntwo\r\n'));
    await run({ kind: 'logs', log: 'experts', lines: 1 });
    assert.match(output.printed(), /20261118\.log\ntwo\n$/);
  });
});
