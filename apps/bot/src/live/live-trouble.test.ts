import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BotFault } from '../bot-fault.ts';
import { PURCHASE } from '../mt5/simulator/testing/server-bench.ts';
import { askControl } from './control.ts';
import { runLive } from './live.ts';
import { openLiveJournal } from './live-journal.ts';
import { aStage, GIVEN, type LiveStage, MAGIC, until } from './testing/live-stage.ts';

/** Opened by this bot's magic number, as though an earlier life had done it. */
function ownPosition(terminal: LiveStage['terminal'], stopLoss: number | null) {
  const answer = terminal.server().send({ ...PURCHASE, stopLoss, magic: MAGIC, comment: '' });
  assert.ok(answer !== null && !('then' in answer) && answer.retcode === 10_009);
}

const open = (terminal: LiveStage['terminal']) => terminal.server().positions().length;

/** Each asks for everything to be closed while the service is out of reach. */
const KILL_SWITCHES: Readonly<Record<string, (stage: LiveStage) => Promise<void>>> = {
  async 'the control channel'({ service, folder }) {
    await service.kill();
    void askControl(folder, 'flatten', AbortSignal.timeout(10_000));
  },
  async 'the file HALT'({ service, folder }) {
    await service.kill();
    writeFileSync(join(folder, 'HALT'), '');
  },
  async 'the dashboard, whose service goes right after'({ service }) {
    service.command('close_all');
    setTimeout(() => void service.kill(), 50);
  },
};

for (const [name, pull] of Object.entries(KILL_SWITCHES)) {
  // @promise 7.6
  test(`with positions open and the service out of reach, ${name} closes all of them within 2 s`, async () => {
    const stage = await aStage();
    const { service, terminal, deps, options } = stage;
    for (let at = 0; at < 5; at += 1) ownPosition(terminal, 109_000);
    const ended = runLive(deps, options, GIVEN);
    await until(() => service.beats.length > 0);
    assert.equal(open(terminal), 5);
    await pull(stage);
    const from = performance.now();
    await until(() => open(terminal) === 0);
    const took = performance.now() - from;
    assert.ok(took <= 2_000, `${took} ms`);
    deps.stop.stop({ kind: 'interrupted' });
    await ended;
  });
}

test('a disk that is full opens nothing, closes what has no stop, says so and ends with its own fault', async () => {
  const { service, terminal, deps, options, heard } = await aStage();
  let full = false;
  const openJournal = (folder: string | null) => {
    const disk = openLiveJournal(folder);
    const refuse = () => {
      throw new BotFault('data_folder', 'The data folder cannot be used: the disk is full.');
    };
    const written = ['intend', 'settle', 'record', 'note', 'setFact', 'keepDeals', 'takeIn'];
    return new Proxy(disk, {
      get(target, name) {
        if (full && typeof name === 'string' && written.includes(name)) return refuse;
        return Reflect.get(target, name);
      },
    });
  };
  ownPosition(terminal, 109_000);
  const ended = runLive({ ...deps, openJournal }, options, GIVEN);
  await until(() => service.beats.length > 0);
  full = true;
  ownPosition(terminal, null);
  assert.equal(open(terminal), 2);
  await assert.rejects(ended, { code: 'data_folder', exitCode: 2 });
  assert.equal(open(terminal), 1, 'the one with its stop stays');
  const said = heard
    .lines()
    .filter((line) => /disk is full\. Nothing is opened any more/.test(line));
  assert.equal(said.length, 1);
});

// @promise 7.11
test('without a service that ever answered a position without a stop is closed all the same', async () => {
  const { service, terminal, deps, options } = await aStage();
  await service.kill();
  ownPosition(terminal, null);
  const ended = runLive(deps, options, GIVEN);
  await until(() => open(terminal) === 0);
  deps.stop.stop({ kind: 'interrupted' });
  assert.equal(await ended, 130);
});
