import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '@quorate/bot/clock';
import { byHand } from '@quorate/bot/mt5/simulator/testing/by-hand';
import { openAPosition } from './testing/orders.ts';
import { aTerminal, pidOf, runsStage, untilSo } from './testing/runs-stage.ts';

const NAME = 'Main';

describe('the limits of a bot’s account', () => {
  it('are told while it runs, once it was killed, and by the next app after it was stopped', async (t) => {
    const stage = await runsStage(t);
    const terminal = aTerminal(t, stage.port);
    await openAPosition(stage.main);
    const runs = stage.app();
    await runs.begin();
    assert.equal(runs.state(NAME).floors, null, 'nobody knows any before the first run');
    await runs.start(NAME);
    const floors = () => runs.state(NAME).floors;
    await byBars(terminal, () => floors()?.open_positions === 1);
    const { state, floor, equity, open_risk, headroom, if_stopped, rule_set } = floors() ?? {};
    const initial = (state?.initial_minor ?? 0) / 100;
    assert.equal(rule_set?.id, 'own');
    assert.ok(floor !== undefined && equity != null && if_stopped != null);
    assert.ok(open_risk != null && headroom != null);
    // The day may lose 5% of what it began with, and a spread was lost before.
    assert.ok(floor <= 0.95 * initial && floor > 0.949 * initial, `${floor} of ${initial}`);
    assert.ok(open_risk > 0 && headroom < equity - floor, JSON.stringify(floors()));
    assert.ok(if_stopped < equity && if_stopped > floor);
    assert.deepEqual((await runs.detail(NAME)).run.floors?.rule_set, rule_set);

    process.kill(await pidOf(stage.main, stage.dataDir), 'SIGKILL');
    await untilSo(runs, () => runs.state(NAME).phase === 'restarting', 'killed');
    assert.equal(floors()?.floor, floor, 'what was known last stays');
    await untilSo(runs, () => runs.state(NAME).phase === 'running', 'running again');
    await runs.stop(NAME);
    assert.equal(floors()?.floor, floor);
    await runs.close();
    const after = stage.app();
    await after.begin();
    const kept = after.state(NAME).floors;
    assert.deepEqual([kept?.floor, kept?.open_positions], [floor, 1], 'from the journal');
    stage.store.save({ ...stage.main, account_number: '7001' });
    stage.changed();
    assert.equal(after.state(NAME).floors, null, 'another account has others');
  });

  it('say what locks it, and for how long, also after it was stopped', async (t) => {
    const stage = await runsStage(t, { close_hand_positions: true });
    const terminal = aTerminal(t, stage.port);
    const runs = stage.app();
    await runs.begin();
    await runs.start(NAME);
    const floors = () => runs.state(NAME).floors;
    await byBars(terminal, () => floors() !== null);
    byHand(terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '1.00' });
    for (let bid = 153_950; bid > 153_400; bid -= 25) terminal.tick('EURUSD', bid, bid + 10);
    await byBars(terminal, () => floors()?.state.lock != null);
    assert.equal(terminal.server().positions().length, 0);
    const { lock } = floors()?.state ?? {};
    assert.ok(lock?.until && Date.parse(lock.until) > Date.parse(lock.since));
    await runs.stop(NAME);
    await runs.close();
    const after = stage.app();
    await after.begin();
    assert.deepEqual(after.state(NAME).floors?.state.lock, lock);
  });
});

/** Minutes close until it is so. */
async function byBars(terminal: ReturnType<typeof aTerminal>, isSo: () => boolean): Promise<void> {
  const late = systemClock.now() + 40_000;
  while (!isSo()) {
    assert.ok(systemClock.now() < late, 'it took more than 40 seconds');
    terminal.closeBar('EURUSD', 'M1');
    await new Promise<void>((resolve) => void setTimeout(resolve, 100));
  }
}
