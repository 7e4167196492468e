import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { instant } from '@quorate/values/instant';
import { BotFault } from '../bot-fault.ts';
import { profile } from '../profiles/profile.ts';
import { heardOutput } from '../testing/heard-output.ts';
import { readEndNote, stampedOutput, withEndNote } from './for-app.ts';
import { liveFolder } from './live-account.ts';

function stage(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'for äpp '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const main = profile.parse({
    configuration_name: 'Main',
    user: 'mira',
    account_number: '51234567',
    broker_server: 'Simulated-Demo',
    risk: { currency_pairs: ['EURUSD'] },
  });
  return { options: { dataDir, profile: main }, folder: liveFolder(dataDir, main) };
}

describe('how a run of the app ended', () => {
  it('is left behind: as it was asked to, or with the fault', async (t) => {
    const { options, folder } = stage(t);
    assert.equal(await withEndNote(options, async () => 0), 0);
    assert.deepEqual(readEndNote(folder), { code: null, message: '' });
    const fault = new BotFault('terminal', 'The wrong account.');
    await assert.rejects(
      withEndNote(options, () => Promise.reject(fault)),
      fault,
    );
    assert.deepEqual(readEndNote(folder), { code: 'terminal', message: 'The wrong account.' });
    await assert.rejects(withEndNote(options, () => Promise.reject(new Error('unforeseen'))));
    assert.equal(readEndNote(folder)?.code, 'unexpected');
  });

  it('is nothing while it runs, after it was interrupted, and where the note is damaged', async (t) => {
    const { options, folder } = stage(t);
    await withEndNote(options, async () => 0);
    await withEndNote(options, async () => {
      assert.equal(readEndNote(folder), null);
      return 130;
    });
    assert.equal(readEndNote(folder), null);
    writeFileSync(join(folder, 'ended.json'), '{"code"');
    assert.equal(readEndNote(folder), null);
  });
});

it('lines of a log carry their time', () => {
  const heard = heardOutput();
  const at = instant(Date.UTC(2026, 10, 18, 12, 30, 5));
  stampedOutput(heard, { now: () => at }).line('Connected.');
  assert.deepEqual(heard.lines(), ['2026-11-18 12:30:05 Connected.']);
});
