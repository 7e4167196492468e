import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { checkProfile } from '../../profiles/check-profile.ts';
import { compileExpert, compileText, parseCompileLog } from './compile-expert.ts';
import { compileState, deployExpert, deployedExpert, type ExpertSource } from './deploy-expert.ts';
import { chooseTerminal, findTerminals, terminalAt } from './find-terminals.ts';
import { systemPrograms } from './run-program.ts';
import { fakeWindows, RUN_BY_NODE } from './testing/fake-terminal-folder.ts';

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
const SOURCES: readonly ExpertSource[] = [
  { path: 'Quorate.mq5', bytes: Buffer.from('#include "Include/json.mqh"\n') },
  { path: 'Include/json.mqh', bytes: Buffer.from('// json\n') },
];
const programs = systemPrograms('linux');

/** An editor that compiles, unless the source says otherwise. */
const EDITOR = `
const source = option('compile');
const text = readFileSync(source, 'utf8');
const log = text.includes('broken')
  ? source + " : information: compiling\\r\\n" + source + "(12,5) : error 256: 'brkn' - undeclared identifier\\r\\n" + source + "(3,1) : warning 43: possible loss of data\\r\\nResult: 1 errors, 1 warnings, 200 msec elapsed\\r\\n"
  : source + " : information: compiling\\r\\nResult: 0 errors, 0 warnings, 512 msec elapsed, cpu='X64 Regular'\\r\\n";
writeFileSync(option('log'), Buffer.from('\\uFEFF' + log, 'utf16le'));
if (!text.includes('broken')) writeFileSync(source.replace(/mq5$/, 'ex5'), 'program of ' + text);
process.exitCode = 1;
`;

describe('the terminals of this computer', () => {
  it('are found by their data folders, with spaces and letters of any kind in the path', (t) => {
    const windows = fakeWindows(t);
    assert.deepEqual(findTerminals(windows.roots), []);
    const { installFolder, dataFolder } = windows.addTerminal('MetaTrader 5');
    assert.deepEqual(findTerminals(windows.roots), [
      {
        installFolder,
        dataFolder,
        portable: false,
        program: join(installFolder, 'terminal64.exe'),
        editor: join(installFolder, 'metaeditor64.exe'),
      },
    ]);
    assert.deepEqual(findTerminals({ appData: null }), []);
  });

  it('are known by their program, their folder or their data folder', (t) => {
    const windows = fakeWindows(t);
    const { installFolder, dataFolder } = windows.addTerminal('Broker MT5');
    for (const path of [
      installFolder,
      `${installFolder}/`,
      join(installFolder, 'terminal64.exe'),
      dataFolder,
      installFolder.toUpperCase(),
    ]) {
      assert.equal(terminalAt(path, windows.roots)?.dataFolder, dataFolder, path);
    }
  });

  it('that were uninstalled are not found by the data they have left behind', (t) => {
    const windows = fakeWindows(t);
    const gone = windows.addTerminal('Old MT5');
    const { installFolder } = windows.addTerminal('New MT5');
    rmSync(gone.installFolder, { recursive: true });
    assert.equal(chooseTerminal(PROFILE, windows.roots).installFolder, installFolder);
    for (const path of [gone.installFolder, gone.dataFolder]) {
      assert.equal(terminalAt(path, windows.roots), null, path);
      const given = { ...PROFILE, terminal_path: path };
      assert.throws(() => chooseTerminal(given, windows.roots), {
        message: /There is no MetaTrader/,
      });
    }
  });

  it('that are portable keep their data beside their programs', (t) => {
    const windows = fakeWindows(t);
    const folder = join(windows.root, 'Portable MT5');
    mkdirSync(join(folder, 'MQL5'), { recursive: true });
    assert.equal(terminalAt(folder, windows.roots), null, 'no program');
    writeFileSync(join(folder, 'Terminal64.exe'), '');
    const found = terminalAt(folder, windows.roots);
    assert.equal(found?.portable, true);
    assert.equal(found?.dataFolder, folder);
  });

  it('are named where a profile does not say which one', (t) => {
    const windows = fakeWindows(t);
    assert.throws(() => chooseTerminal(PROFILE, windows.roots), {
      code: 'terminal',
      message: /No MetaTrader 5 was found/,
    });
    const one = windows.addTerminal('One MT5');
    assert.equal(chooseTerminal(PROFILE, windows.roots).installFolder, one.installFolder);
    const two = windows.addTerminal('Two MT5');
    assert.throws(() => chooseTerminal(PROFILE, windows.roots), {
      message: /more than one MetaTrader 5.*\n.*One MT5\n.*Two MT5/,
    });
    const given = { ...PROFILE, terminal_path: two.installFolder };
    assert.equal(chooseTerminal(given, windows.roots).dataFolder, two.dataFolder);
    assert.throws(() => chooseTerminal({ ...PROFILE, terminal_path: '/none' }, windows.roots), {
      message: /no MetaTrader 5 at \/none/,
    });
  });
});

describe('the expert in a terminal', () => {
  function deployed(t: TestContext, sources = SOURCES) {
    const windows = fakeWindows(t);
    const { dataFolder } = windows.addTerminal('MetaTrader 5', { editor: EDITOR });
    const [terminal] = findTerminals(windows.roots);
    assert.ok(terminal);
    const written = deployExpert(dataFolder, sources);
    return { dataFolder, terminal, written };
  }

  it('is put into its folder, and what is there already is left alone', (t) => {
    const { dataFolder, written } = deployed(t);
    assert.equal(written.length, 2);
    assert.equal(readFileSync(deployedExpert(dataFolder).source, 'utf8').slice(0, 8), '#include');
    assert.deepEqual(deployExpert(dataFolder, SOURCES), []);
    const [, json] = SOURCES;
    assert.ok(json);
    const changed = [{ path: 'Quorate.mq5', bytes: Buffer.from('// new\n') }, json];
    assert.deepEqual(deployExpert(dataFolder, changed), [deployedExpert(dataFolder).source]);
  });

  it('is compiled with the editor of the terminal, and known to be current until a source changes', async (t) => {
    const { dataFolder, terminal } = deployed(t);
    assert.equal(compileState(dataFolder, SOURCES), 'not-compiled');
    const result = await compileExpert(programs, terminal, SOURCES);
    assert.deepEqual(result, { errors: 0, warnings: 0, faults: [] });
    assert.equal(compileState(dataFolder, SOURCES), 'current');
    assert.equal(compileState(dataFolder, SOURCES.slice(0, 1)), 'outdated');
    writeFileSync(deployedExpert(dataFolder).program, 'compiled by somebody else');
    assert.equal(compileState(dataFolder, SOURCES), 'outdated');
    rmSync(deployedExpert(dataFolder).source);
    assert.equal(compileState(dataFolder, SOURCES), 'not-deployed');
  });

  it('that does not compile tells every error with its place', async (t) => {
    const broken = [{ path: 'Quorate.mq5', bytes: Buffer.from('broken\n') }];
    const { dataFolder, terminal } = deployed(t, broken);
    const result = await compileExpert(programs, terminal, broken);
    const { source } = deployedExpert(dataFolder);
    assert.equal(
      compileText(result),
      [
        'Compiled: 1 errors, 1 warnings.',
        `  ${source}:12:5 error: 'brkn' - undeclared identifier`,
        `  ${source}:3:1 warning: possible loss of data`,
      ].join('\n'),
    );
    assert.equal(compileState(dataFolder, broken), 'not-compiled');
  });

  it('counts as compiled only where the compiler has left a program that is new', async (t) => {
    const silent = `writeFileSync(option('log'), 'Result: 0 errors, 0 warnings\\r\\n');`;
    const { dataFolder, terminal } = deployed(t, SOURCES);
    writeFileSync(
      terminal.editor ?? '',
      readFileSync(terminal.editor ?? '', 'utf8').replace(EDITOR, silent),
    );
    const isLeftOut = {
      code: 'terminal',
      message: /names no error and has left no new program .*Quorate\.ex5.*virus scanner/,
    };
    await assert.rejects(compileExpert(programs, terminal, SOURCES), isLeftOut);
    writeFileSync(deployedExpert(dataFolder).program, 'of an earlier version');
    await assert.rejects(compileExpert(programs, terminal, SOURCES), isLeftOut);
    assert.equal(compileState(dataFolder, SOURCES), 'outdated');
  });

  it('is a fault in words where its files cannot be read, as while a virus scanner has them', (t) => {
    const { dataFolder } = deployed(t);
    const { program, source } = deployedExpert(dataFolder);
    // A folder stands in for a file that cannot be read: both fail when they are opened.
    mkdirSync(program);
    assert.equal(compileState(dataFolder, SOURCES), 'outdated');
    rmSync(source);
    mkdirSync(source);
    assert.throws(() => deployExpert(dataFolder, SOURCES), {
      code: 'terminal',
      message: /^The expert cannot be put into /,
    });
  });

  it('is a fault with advice where the editor is missing or leaves no log', async (t) => {
    const { terminal } = deployed(t);
    await assert.rejects(compileExpert(programs, { ...terminal, editor: null }, SOURCES), {
      code: 'terminal',
      message: /no metaeditor64\.exe/,
    });
    writeFileSync(terminal.editor ?? '', RUN_BY_NODE);
    await assert.rejects(compileExpert(programs, terminal, SOURCES), {
      message: /left no log; open .*Quorate\.mq5 in it and press F7/,
    });
    await assert.rejects(compileExpert(programs, { ...terminal, editor: '/none' }, SOURCES), {
      message: /\/none does not start/,
    });
  });
});

describe('a program that hangs', () => {
  it('is ended after its time, also when it does not hear a request to end', async (t) => {
    const windows = fakeWindows(t);
    windows.addTerminal('MetaTrader 5', {
      editor: "process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000);",
    });
    const [terminal] = findTerminals(windows.roots);
    assert.ok(terminal?.editor);
    const end = await programs.run(terminal.editor, [], { timeoutMs: 700 });
    assert.deepEqual(end, { started: true, exitCode: null, timedOut: true });
  });
});

describe('the log of the compiler', () => {
  it('without its last line is no success', () => {
    assert.equal(parseCompileLog('a.mq5 : information: compiling\r\n').errors, null);
  });

  it('is read in its older wording, too, and with paths of Windows', () => {
    const text =
      'C:\\Users\\Jörg Müller\\Quorate.mq5(7,11) : error 149: unexpected token\r\nResult: 1 error(s), 0 warning(s)\r\n';
    assert.deepEqual(parseCompileLog(text), {
      errors: 1,
      warnings: 0,
      faults: [
        {
          kind: 'error',
          file: 'C:\\Users\\Jörg Müller\\Quorate.mq5',
          line: 7,
          column: 11,
          text: 'unexpected token',
        },
      ],
    });
  });
});
