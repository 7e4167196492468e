import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createJournal } from '../journal/create-journal.ts';
import { botLogOf, isAlive } from './bot-process.ts';
import { aTerminal, pidOf, runsStage, untilSo } from './testing/runs-stage.ts';

const NAME = 'Main';
const FIRST = { before: null, limit: 50 };

describe('a window that asks all the time', () => {
  it('keeps no bot from starting or ending', async (t) => {
    const stage = await runsStage(t);
    const runs = stage.app();
    const journal = createJournal(stage.deps, stage);
    await runs.begin();
    let isOver = false;
    let asked = 0;
    const asking = [1, 2, 3].map(async () => {
      while (!isOver) {
        await Promise.all([runs.detail(NAME), journal.trades(NAME, FIRST)]);
        asked += 1;
        await new Promise<void>((resolve) => void setTimeout(resolve, 10));
      }
    });
    for (let times = 0; times < 3; times += 1) {
      await runs.start(NAME);
      await untilSo(runs, () => runs.state(NAME).phase !== 'starting', 'begun');
      assert.equal(runs.state(NAME).phase, 'waiting', JSON.stringify(runs.state(NAME)));
      await runs.stop(NAME);
      assert.deepEqual([runs.state(NAME).phase, runs.state(NAME).message], ['stopped', null]);
    }
    isOver = true;
    await Promise.all(asking);
    assert.ok(asked > 20, `${asked}`);
  });
});

describe('two apps', () => {
  it('start one bot between them', async (t) => {
    const stage = await runsStage(t);
    aTerminal(t, stage.port);
    const [one, other] = [stage.app(), stage.app()];
    await Promise.all([one.begin(), other.begin()]);
    await Promise.all([one.start(NAME), other.start(NAME)]);
    for (const runs of [one, other])
      await untilSo(runs, () => runs.state(NAME).phase === 'running', 'running');
    const log = readFileSync(botLogOf(stage.dataDir, NAME), 'utf8');
    assert.equal(log.split('reconciled.').length - 1, 1, log);
    const pid = await pidOf(stage.main, stage.dataDir);
    await one.stop(NAME);
    await untilSo(other, () => other.state(NAME).phase === 'stopped', 'seen by the other');
    assert.equal(isAlive(pid), false);
  });
});
