import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { checkProfile } from '../../profiles/check-profile.ts';
import { until } from '../../testing/paper-stage.ts';
import { decodeText, encodeUtf16 } from './files.ts';
import { findTerminals } from './find-terminals.ts';
import { missingPermissions } from './permission-advice.ts';
import { switchText, systemPrograms } from './run-program.ts';
import { removeForgottenStartFiles, startFileText, startTerminal } from './start-terminal.ts';
import { readTerminalLog } from './terminal-logs.ts';
import { fakeWindows } from './testing/fake-terminal-folder.ts';

const PROFILE = checkProfile(
  {
    configuration_name: 'Main',
    user: 'mira',
    account_number: '5012345',
    broker_server: 'Broker-Demo',
    risk: { currency_pairs: ['EURUSD'] },
  },
  'a test',
);
const programs = systemPrograms('linux');

describe('starting the terminal', () => {
  it('writes account, experts and chart into the start file, the password only when it is given', () => {
    assert.equal(
      startFileText(PROFILE, 'pässwörd', 'EURUSD.a'),
      [
        '[Common]',
        'Login=5012345',
        'Password=pässwörd',
        'Server=Broker-Demo',
        '',
        '[Experts]',
        'Enabled=1',
        'AllowLiveTrading=1',
        'AllowDllImport=0',
        '',
        '[StartUp]',
        'Expert=Quorate\\Quorate',
        'Symbol=EURUSD.a',
        'Period=H1',
        '',
      ].join('\r\n'),
    );
    assert.ok(!startFileText(PROFILE, null).includes('Password'));
  });

  it('lets no value write a line of its own, and does not tell the password', () => {
    assert.throws(
      () => startFileText(PROFILE, 'x\r\n[Experts]\r\nAllowDllImport=1'),
      (error) => {
        assert.ok(error instanceof Error);
        assert.match(error.message, /^Password holds a line end/);
        assert.ok(!error.message.includes('AllowDllImport'));
        return true;
      },
    );
  });

  it('hands the file over so that this user alone reads it, and removes it afterwards', async (t) => {
    const windows = fakeWindows(t);
    const seen = join(windows.root, 'seen.json');
    windows.addTerminal('MetaTrader 5', {
      terminal: `
        const file = option('config');
        const text = readFileSync(file, 'utf16le');
        writeFileSync(${JSON.stringify(seen)} + '.new', JSON.stringify({ file, text, mode: statSync(file).mode & 0o777 }));
        require('node:fs').renameSync(${JSON.stringify(seen)} + '.new', ${JSON.stringify(seen)});`,
    });
    const [terminal] = findTerminals(windows.roots);
    assert.ok(terminal);
    const text = startFileText(PROFILE, 'hunter2');
    await startTerminal(programs, terminal, text, () => until(() => existsSync(seen)));
    const {
      file,
      mode,
      text: read,
    } = JSON.parse(readFileSync(seen, 'utf8')) as {
      file: string;
      mode: number;
      text: string;
    };
    assert.equal(read, `\uFEFF${text}`);
    assert.equal(mode, 0o600);
    assert.equal(existsSync(dirname(file)), false);
  });

  it('removes the file also when the terminal does not start', async (t) => {
    const windows = fakeWindows(t);
    windows.addTerminal('MetaTrader 5');
    const [terminal] = findTerminals(windows.roots);
    assert.ok(terminal);
    let written = '';
    const failing = {
      ...programs,
      async start(_program: string, switches: readonly { name: string; value?: string }[]) {
        written = switches[0]?.value ?? '';
        assert.ok(existsSync(written));
        return 'it is broken';
      },
    };
    await assert.rejects(
      startTerminal(failing, terminal, 'text', async () => {}),
      { code: 'terminal', message: /does not start: it is broken/ },
    );
    assert.equal(existsSync(written), false);
  });

  it('tells when the program has ended, as it does at once where one is open already', async (t) => {
    const windows = fakeWindows(t);
    windows.addTerminal('MetaTrader 5');
    const [terminal] = findTerminals(windows.roots);
    assert.ok(terminal);
    await new Promise<void>((resolve, reject) => {
      startTerminal(programs, terminal, 'text', async () => {}, resolve).catch(reject);
    });
  });

  it('removes what a killed program has left behind, and nothing that is of use', (t) => {
    const { root } = fakeWindows(t);
    const at = (name: string) => join(root, name);
    for (const name of ['quorate-start-old', 'quorate-start-new', 'other']) {
      mkdirSync(at(name));
      writeFileSync(join(at(name), 'start.ini'), 'x');
    }
    writeFileSync(at('quorate-start-file'), 'x');
    symlinkSync(at('other'), at('quorate-start-link'));
    const now = Date.now();
    for (const name of ['quorate-start-old', 'quorate-start-file', 'other']) {
      utimesSync(at(name), new Date(now), new Date(now - 61_000));
    }
    removeForgottenStartFiles(now, root);
    removeForgottenStartFiles(now, at('nowhere'));
    const left = readdirSync(root).filter((name) => /^(quorate|other)/.test(name));
    assert.deepEqual(left.toSorted(), [
      'other',
      'quorate-start-file',
      'quorate-start-link',
      'quorate-start-new',
    ]);
    assert.equal(existsSync(join(at('other'), 'start.ini')), true);
  });

  it('quotes the value alone on Windows, where programs read their own command line', () => {
    const compile = { name: 'compile', value: 'C:\\Users\\Jörg Müller\\a.mq5' };
    assert.equal(switchText(compile, 'win32'), '/compile:"C:\\Users\\Jörg Müller\\a.mq5"');
    assert.equal(switchText({ name: 'portable' }, 'win32'), '/portable');
  });
});

describe('the logs of a terminal', () => {
  it('are the last lines of the newest day, in the letters the terminal writes', (t) => {
    const { dataFolder } = fakeWindows(t).addTerminal('MetaTrader 5');
    assert.equal(readTerminalLog(dataFolder, 'experts', 5), null);
    const folder = join(dataFolder, 'MQL5', 'Logs');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '20261119.log'), encodeUtf16('old\r\n'));
    const lines = Array.from({ length: 20_000 }, (_, at) => `KO 0 09:00 Quorate grüßt ${at}`);
    writeFileSync(join(folder, '20261120.log'), encodeUtf16(`${lines.join('\r\n')}\r\n`));
    const log = readTerminalLog(dataFolder, 'experts', 2);
    assert.match(log?.file ?? '', /20261120\.log$/);
    assert.deepEqual(log?.lines, lines.slice(-2));
    assert.deepEqual(readTerminalLog(dataFolder, 'terminal', 2), null);
  });

  it('are read in any encoding that a Windows program writes', () => {
    assert.equal(decodeText(encodeUtf16('grüßt')), 'grüßt');
    assert.equal(decodeText(Buffer.from('abc', 'utf16le')), 'abc');
    assert.equal(decodeText(Buffer.from('grüßt')), 'grüßt');
    assert.equal(decodeText(Buffer.from('\uFEFFgrüßt')), 'grüßt');
  });
});

describe('the permissions of a terminal', () => {
  const all = {
    connected: true,
    algo_trading: true,
    expert_trading: true,
    account_trading: true,
    account_experts: true,
  };

  it('that are missing are named, each with what to do', () => {
    assert.deepEqual(missingPermissions(all), []);
    const [missing, more] = missingPermissions({ ...all, algo_trading: false });
    assert.equal(missing?.name, 'algo_trading');
    assert.match(missing?.advice ?? '', /button Algo Trading/);
    assert.equal(more, undefined);
    const names = missingPermissions({
      connected: false,
      algo_trading: false,
      expert_trading: false,
      account_trading: false,
      account_experts: false,
    }).map(({ name }) => name);
    assert.equal(names.length, 5);
  });
});
