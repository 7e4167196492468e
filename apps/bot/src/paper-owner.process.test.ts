import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runHurried } from './testing/hurried-bot.ts';
import { paperStage, summaryOf } from './testing/paper-stage.ts';
import { runBot } from './testing/run-bot.ts';

const stage = paperStage();

/** Takes the entries off once so many decisions were asked for. */
function entriesOffAt(asked: number) {
  stage.service.mischief = ({ path, count }) => {
    if (path === '/api/bot/analyse' && count === asked) stage.service.command('entries_off');
    return 'none';
  };
}

const openedAt = (row: string) => (JSON.parse(row) as { opened_at: string }).opened_at;

describe('a paper run and its owner', () => {
  it('tells how it is doing, from its begin to its end', async () => {
    const run = await runBot(stage.args());
    assert.equal(run.exit, 0, run.stderr);
    const { beats } = stage.service;
    assert.ok(beats.length >= 2);
    const numbers = beats.map(({ sequence }) => sequence);
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(numbers).size, numbers.length);
    assert.equal(beats[0]?.equity, null);
    assert.deepEqual(
      beats.map(({ ended }) => ended),
      beats.map((_beat, index) => index === beats.length - 1),
    );
    assert.equal(beats.at(-1)?.balance, summaryOf(run).balance);
    assert.equal(beats.at(-1)?.state, 'active');
  });

  it('tells at once when its figures are known and when something is opened, and not more often than is read', async () => {
    // Held until there is a command: whatever comes between is news that the bot told by itself.
    const run = await runHurried(stage.args('--speed', '100'));
    assert.equal(run.exit, 0, run.stderr);
    const { beats } = stage.service;
    assert.ok(beats.some(({ open_positions }) => open_positions > 0));
    assert.ok(beats.filter(({ equity }) => equity !== null).length >= 3);
    const seconds = (Date.parse(beats.at(-1)?.at ?? '') - Date.parse(beats[0]?.at ?? '')) / 1_000;
    assert.ok(beats.length <= seconds / 2 + 3, `${beats.length} in ${seconds} s`);
  });

  it('opens nothing after its entries are off, and stays so when it is started again', async () => {
    entriesOffAt(40);
    const run = await runBot(stage.args());
    assert.equal(run.exit, 0, run.stderr);
    assert.match(run.stderr, /Halted by its owner: nothing new is opened\./);
    const [command] = stage.service.commands;
    assert.deepEqual([command?.result?.entries_off, command?.result?.closed], [true, []]);
    assert.equal(stage.service.beats.at(-1)?.state, 'halted');
    // What was opened before is as it would have been, and the rest is missing.
    const rows = stage.rows().toSorted((a, b) => openedAt(a).localeCompare(openedAt(b)));
    const control = stage.control.toSorted((a, b) => openedAt(a).localeCompare(openedAt(b)));
    assert.ok(rows.length > 0 && rows.length < control.length);
    assert.deepEqual(rows, control.slice(0, rows.length));

    const asked = stage.callsOf('/api/bot/analyse');
    const again = await runBot(stage.args());
    assert.equal(again.exit, 0, again.stderr);
    assert.equal(stage.callsOf('/api/bot/analyse'), asked);
    assert.deepEqual({ ...summaryOf(again), resumed: false }, summaryOf(run));
    assert.equal(stage.service.beats.at(-1)?.state, 'halted');
  });

  it('opens nothing at all when it was halted while it was away, also without its journal', async () => {
    const command = stage.service.command('entries_off');
    command.result = { closed: [], entries_off: true, at: '2026-11-20T00:00:00.000Z' };
    const run = await runBot(stage.args());
    assert.equal(run.exit, 0, run.stderr);
    assert.equal(stage.callsOf('/api/bot/analyse'), 0);
    assert.equal(stage.service.trades.size, 0);
    assert.equal(stage.service.beats.at(-1)?.state, 'halted');
  });

  it('goes on, and says so, when its heartbeats are not taken', async () => {
    stage.service.mischief = ({ path }) => (path === '/api/bot/heartbeat' ? 'drop' : 'none');
    const run = await runBot(stage.args());
    assert.equal(run.exit, 0, run.stderr);
    assert.deepEqual(stage.rows(), stage.control);
    assert.equal(run.stderr.match(/It goes on, and cannot be stopped from there/g)?.length, 1);
  });
});
