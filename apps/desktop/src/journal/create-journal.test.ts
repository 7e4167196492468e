import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openControl } from '@quorate/bot/live/control';
import { liveFolder } from '@quorate/bot/live/live-account';
import { openLiveJournal } from '@quorate/bot/live/live-journal';
import { encodeUtf16 } from '@quorate/bot/mt5/install/files';
import { fakeWindows } from '@quorate/bot/mt5/install/testing/fake-terminal-folder';
import { profile } from '@quorate/bot/profiles/profile';
import { sleep } from '@quorate/bot/timers';
import { instant } from '@quorate/values/instant';
import { botLogOf } from '../runs/bot-process.ts';
import { createJournal } from './create-journal.ts';

const FIRST = { before: null, limit: 50 };
const AT = instant(Date.UTC(2026, 10, 18, 12));

function stage(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'journäl '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const windows = fakeWindows(t);
  const main = profile.parse({
    configuration_name: 'Main',
    user: 'mira',
    account_number: '51234567',
    broker_server: 'Simulated-Demo',
    risk: { currency_pairs: ['EURUSD'] },
  });
  const deps = { dataDir, roots: windows.roots, sleep };
  const journal = createJournal(deps, { configurations: { load: () => main } });
  return { journal, dataDir, windows, folder: liveFolder(dataDir, main) };
}

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

describe('the journal of a configuration', () => {
  it('is empty where nothing was ever traded, and no folder is made for it', async (t) => {
    const { journal } = stage(t);
    assert.deepEqual(await journal.lines('Main', FIRST), { lines: [], next: null });
    assert.deepEqual(await journal.trades('Main', FIRST), { trades: [], next: null });
  });

  it('is read from the file where no bot runs, also where a killed one left its address', async (t) => {
    const { journal, folder } = stage(t);
    const file = openLiveJournal(folder);
    file.note('owner', AT, { state: 'halted', source: 'command' });
    file.close();
    write(join(folder, 'control.json'), JSON.stringify({ port: 9, secret: '0'.repeat(64) }));
    const { lines } = await journal.lines('Main', FIRST);
    assert.deepEqual(
      lines.map(({ at, text }) => [at, text]),
      [['2026-11-18T12:00:00.000Z', 'Told by this computer to open nothing more']],
    );
  });

  it('is asked of the bot that runs, page by page', async (t) => {
    const { journal, folder } = stage(t);
    const asked: unknown[] = [];
    const control = await openControl(folder, async (command, parameters) => {
      asked.push([command, parameters]);
      return { lines: [], next: '7' };
    });
    t.after(() => control.close());
    const page = { before: '9', limit: 20 };
    assert.deepEqual(await journal.lines('Main', page), { lines: [], next: '7' });
    assert.deepEqual(asked, [['journal', page]]);
  });

  it('held by a bot that cannot be asked yet is waited for, and then said', async (t) => {
    const { journal, folder } = stage(t);
    const held = openLiveJournal(folder);
    const soon = journal.lines('Main', FIRST);
    setTimeout(() => held.close(), 300);
    assert.deepEqual(await soon, { lines: [], next: null });
    const again = openLiveJournal(folder);
    t.after(() => again.close());
    await assert.rejects(journal.lines('Main', FIRST), {
      code: 'unavailable',
      message: /held by a bot that is just beginning or ending/,
    });
  });

  it('that is damaged says so', async (t) => {
    const { journal, folder } = stage(t);
    write(join(folder, 'live.sqlite'), 'this is no database at all, it is a text');
    await assert.rejects(journal.trades('Main', FIRST), { code: 'run_damaged' });
  });
});

describe('logs of a configuration', () => {
  it('are the last lines of the bot, the terminal and the expert; none is null', (t) => {
    const { journal, dataDir, windows } = stage(t);
    for (const source of ['bot', 'terminal', 'expert'] as const)
      assert.deepEqual(journal.log('Main', source, 10), { file: null, lines: [] });
    const { dataFolder } = windows.addTerminal('MetaTrader 5');
    assert.equal(journal.log('Main', 'terminal', 10).file, null);
    write(botLogOf(dataDir, 'Main'), 'one\r\ntwo\nthree\n');
    assert.deepEqual(journal.log('Main', 'bot', 2).lines, ['two', 'three']);
    const terminalLog = join(dataFolder, 'logs', '20261118.log');
    write(terminalLog, encodeUtf16('Terminal started für Jörg\r\n'));
    assert.deepEqual(journal.log('Main', 'terminal', 10), {
      file: terminalLog,
      lines: ['Terminal started für Jörg'],
    });
    const expertLog = join(dataFolder, 'MQL5', 'Logs', '20261118.log');
    write(expertLog, encodeUtf16('Quorate: connected\r\n'));
    assert.equal(journal.log('Main', 'expert', 10).file, expertLog);
  });

  it('of many lines cost no more than their end', (t) => {
    const { journal, dataDir } = stage(t);
    const lines = Array.from({ length: 200_000 }, (_, at) => `${at} a line of the log`);
    write(botLogOf(dataDir, 'Main'), `${lines.join('\n')}\n`);
    const shown = journal.log('Main', 'bot', 1_000).lines;
    assert.equal(shown.length, 1_000);
    assert.equal(shown.at(-1), '199999 a line of the log');
  });
});
