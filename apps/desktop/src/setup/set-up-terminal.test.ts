import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { decodeText } from '@quorate/bot/mt5/install/files';
import { bridgeFileIn } from '@quorate/bot/mt5/install/share-token';
import { profileSecret } from '@quorate/bot/vault/vault';
import type { SetupCheck } from '../contract/setup.ts';
import { ALL_GREEN, type SetupStage, setupStage, statuses } from './testing/setup-stage.ts';

const shown = ({ steps }: SetupCheck) => steps.map(({ status, text }) => `${status}: ${text}`);
const FAULTY = `writeFileSync(option('log'), 'a.mqh(1,2) : error 9: wrong\\r\\nResult: 1 errors, 0 warnings\\r\\n');`;

function dataFolderOf({ deps }: SetupStage): string {
  const folder = join(deps.roots.appData ?? '', 'MetaQuotes', 'Terminal');
  return join(folder, readdirSync(folder)[0] ?? '');
}

/** A terminal that reads its start file and dials the bot. */
function startable(stage: SetupStage, symbols?: readonly string[]) {
  const read: { file: string; text: string }[] = [];
  const programs = {
    ...stage.deps.programs,
    async start(_program: string, switches: readonly { name: string; value?: string }[]) {
      const file = switches.find(({ name }) => name === 'config')?.value ?? '';
      read.push({ file, text: decodeText(readFileSync(file)) });
      stage.terminal({}, symbols);
      return null;
    },
  };
  return { read, setup: stage.again({ programs }) };
}

describe('setting the terminal up', () => {
  it('takes one press from a fresh terminal to six green items', async (t) => {
    const stage = await setupStage(t, { windows: {}, shared: false });
    stage.deps.vault.set(profileSecret('Main', 'terminal-password'), 'hunter2');
    const { read, setup } = startable(stage);
    setup.setUpTerminal('Main');
    const check = await stage.settled(setup);
    assert.deepEqual(statuses(check), ALL_GREEN);
    const [found, put, shared, compiled, started, allowed] = shown(check);
    assert.match(found ?? '', /^done: The terminal is in .*MetaTrader 5 1$/);
    assert.equal(put, 'done: The expert is in it: 1 of 1 files are new');
    assert.match(shared ?? '', /^done: Terminal and bot share a token, on port \d+$/);
    assert.equal(compiled, 'done: The expert is compiled, with 0 warnings');
    assert.match(
      started ?? '',
      /signed in to 5012345 at Broker-Demo, and a chart of EURUSD opens, if/,
    );
    assert.match(allowed ?? '', /^done: Once, by hand\..*add 127\.0\.0\.1 and press OK/);
    const [{ file, text } = { file: '', text: '' }] = read;
    assert.match(text, /Login=5012345\r\nPassword=hunter2\r\nServer=Broker-Demo/);
    assert.doesNotMatch(JSON.stringify(check), /hunter2/);
    await setup.close();
    assert.equal(existsSync(dirname(file)), false, 'the start file is gone');
  });

  it('does again only what is not done, and starts a broker’s chart by its own name', async (t) => {
    const stage = await setupStage(t, { windows: {} });
    const { read, setup } = startable(stage, ['EURUSD.a']);
    setup.setUpTerminal('Main');
    await stage.settled(setup);
    setup.setUpTerminal('Main');
    const check = await stage.settled(setup);
    assert.match(read[0]?.text ?? '', /Symbol=EURUSD\r\n/);
    assert.match(read[1]?.text ?? '', /Symbol=EURUSD\.a\r\n/);
    const said = shown(check).join('\n');
    assert.match(
      said,
      /The expert is in it already\ndone: .*\ndone: The expert is compiled already/,
    );
    assert.match(said, /a chart of EURUSD\.a opens$/m);
    const count = join(dataFolderOf(stage), 'MQL5', 'Experts', 'Quorate', 'Quorate.mq5.count');
    assert.equal(readFileSync(count, 'utf8'), 'x');
  });

  it('finds the name in the price history of the terminal, and of that server alone', async (t) => {
    const stage = await setupStage(t, { windows: {}, over: { terminalWaitMs: 0 } });
    const bases = join(dataFolderOf(stage), 'bases');
    for (const [server, symbol] of [
      ['Broker-Demo', 'EURUSDm'],
      ['Other-Demo', 'EURUSD'],
    ] as const) {
      mkdirSync(join(bases, server, 'history', symbol), { recursive: true });
    }
    stage.setup.setUpTerminal('Main');
    assert.match(shown(await stage.settled()).join('\n'), /a chart of EURUSDm opens$/m);
  });

  it('says what an expert that does not compile has wrong, starts nothing, and mends it', async (t) => {
    const stage = await setupStage(t, { windows: { editor: FAULTY } });
    stage.setup.setUpTerminal('Main');
    const check = await stage.settled();
    assert.equal(
      shown(check).at(-1),
      'failed: The expert does not compile, 1 errors: a.mqh:1:2 wrong',
    );
    assert.deepEqual(stage.started, []);
    assert.deepEqual(
      [stage.item('bot-config').status, stage.item('bot-config').action],
      ['red', 'set-up-terminal'],
    );
    const install = stage.windows?.root ?? '';
    const editor = join(install, 'Program Files', 'MetaTrader 5 1', 'metaeditor64.exe');
    const mended = readFileSync(editor, 'utf8').replace(FAULTY, stage.goodEditor);
    writeFileSync(editor, mended);
    stage.terminal();
    stage.setup.setUpTerminal('Main');
    assert.deepEqual(statuses(await stage.settled()), ALL_GREEN);
  });

  it('uses the login that the terminal has saved where no password is kept', async (t) => {
    const stage = await setupStage(t, { windows: {} });
    const { read, setup } = startable(stage);
    setup.setUpTerminal('Main');
    const said = shown(await stage.settled(setup)).join('\n');
    assert.match(
      said,
      /with the login it has saved itself, because no password of account 5012345/,
    );
    assert.doesNotMatch(read[0]?.text ?? '', /Password/);
  });

  it('asks for no entry in the list of addresses where they speak through a pipe', async (t) => {
    const stage = await setupStage(t, {
      windows: {},
      profile: { bridge: { port: 7_421, transport: 'pipe' } },
      over: { terminalWaitMs: 0 },
    });
    stage.setup.setUpTerminal('Main');
    const check = await stage.settled();
    const said = `${shown(check).join('\n')}\n${JSON.stringify(check.items)}`;
    assert.match(said, /through a pipe, so nothing has to be allowed by hand/);
    assert.doesNotMatch(said, /127\.0\.0\.1/);
    assert.match(
      readFileSync(bridgeFileIn(dataFolderOf(stage)), 'utf8'),
      /\nport=7421\ntransport=pipe\n/,
    );
  });

  it('leaves the step by hand open where no terminal has come', async (t) => {
    const stage = await setupStage(t, { windows: {}, over: { terminalWaitMs: 100 } });
    stage.setup.setUpTerminal('Main');
    const check = await stage.settled();
    assert.match(
      shown(check).at(-1) ?? '',
      /^failed: Once.*127\.0\.0\.1.* No terminal has dialled/,
    );
    assert.match(stage.item('mt5-account').advice ?? '', /close it first/);
  });

  it('says why a terminal does not start', async (t) => {
    const programs = { run: async () => assert.fail(), start: async () => 'it is blocked' };
    const stage = await setupStage(t, { windows: {}, over: { terminalWaitMs: 0 } });
    stage.setup.setUpTerminal('Main');
    await stage.settled();
    const setup = stage.again({ programs });
    setup.setUpTerminal('Main');
    const check = await stage.settled(setup);
    assert.match(
      shown(check).at(-1) ?? '',
      /^failed: .*terminal64\.exe does not start: it is blocked/,
    );
  });

  it('says what to do where a terminal is open already, which takes no notice of its start file', async (t) => {
    const stage = await setupStage(t, { windows: {}, over: { terminalWaitMs: 300 } });
    const handing = (dialsIn: boolean) => ({
      ...stage.deps.programs,
      async start(_program: string, _switches: unknown, onEnd?: () => void) {
        if (dialsIn) stage.terminal();
        setImmediate(() => onEnd?.());
        return null;
      },
    });
    const one = stage.again({ programs: handing(false) });
    one.setUpTerminal('Main');
    const check = await stage.settled(one);
    const ended = shown(check).find((line) => line.includes('has ended again'));
    assert.equal(
      ended,
      'failed: The terminal that was started has ended again, as it does where one is open already. Close MetaTrader 5 and press "Set up terminal" again.',
    );
    await one.close();
    const two = stage.again({ programs: handing(true), terminalWaitMs: 3_000 });
    two.setUpTerminal('Main');
    const said = shown(await stage.settled(two)).join('\n');
    assert.match(said, /^done: The terminal that was started has ended again.*all the same$/m);
  });

  it('goes before a check that waits, and is one however often it is pressed', async (t) => {
    const stage = await setupStage(t, { windows: {}, over: { terminalWaitMs: 600_000 } });
    const { read, setup } = startable(stage);
    setup.start('Main');
    for (let n = 0; n < 20; n++) setup.setUpTerminal('Main');
    setup.start('Main');
    assert.deepEqual(statuses(await stage.settled(setup)), ALL_GREEN);
    assert.equal(read.length, 1);
  });

  it('names the terminals where it cannot know which', async (t) => {
    const stage = await setupStage(t, { windows: { terminals: 2 } });
    stage.setup.setUpTerminal('Main');
    assert.match(shown(await stage.settled()).join('\n'), /^failed: There are 2 .*Choose one/);
  });

  it('writes token and port for a terminal elsewhere where the system has none', async (t) => {
    const stage = await setupStage(t, { shared: false, over: { terminalWaitMs: 0 } });
    stage.setup.setUpTerminal('Main');
    const said = shown(await stage.settled()).join('\n');
    const file = join(stage.dataDir, 'bridges', 'main.txt');
    assert.ok(said.includes(file));
    const token = stage.deps.vault.get(profileSecret('Main', 'bridge-token')) ?? '';
    assert.match(readFileSync(file, 'utf8'), new RegExp(`^token=${token}\n`));
    assert.equal(stage.item('bot-config').detail.includes(token), false);
  });

  it('takes the start file away when the app ends before the terminal has come', async (t) => {
    const stage = await setupStage(t, { windows: {}, over: { terminalWaitMs: 600_000 } });
    stage.setup.setUpTerminal('Main');
    await stage.whenStarted();
    const file = stage.started[0]?.switches.find(({ name }) => name === 'config')?.value ?? '';
    assert.equal(existsSync(file), true);
    await stage.setup.close();
    assert.equal(existsSync(dirname(file)), false);
  });

  it('says so where it breaks off, and can be pressed again', async (t) => {
    const stage = await setupStage(t, { windows: {}, over: { terminalWaitMs: 0 } });
    const setup = stage.again({
      expertSources() {
        throw new Error('the resources are gone');
      },
    });
    setup.setUpTerminal('Main');
    const check = await stage.settled(setup);
    assert.equal(shown(check).at(-1), 'failed: Copy the expert into it');
    assert.match(check.items[0]?.detail ?? '', /broke off: the resources are gone/);
    assert.match(stage.lines.join('\n'), /The setup check of Main broke off/);
    setup.setUpTerminal('Main');
    await stage.settled(setup);
  });
});
