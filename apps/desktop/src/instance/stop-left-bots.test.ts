import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type ControlServer, openControl } from '@quorate/bot/live/control';
import { sleep, systemTimers } from '@quorate/bot/timers';
import { stopLeftBots } from './stop-left-bots.ts';

function stage(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'left bots ünï '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const deps = {
    // A second of these tests is 10 ms.
    timers: {
      ...systemTimers,
      after: (ms: number, run: () => void) => systemTimers.after(ms / 100, run),
    },
    sleep: (ms: number, signal: AbortSignal) => sleep(ms / 100, signal),
    dataDir,
    interrupted: new AbortController().signal,
    notify: () => {},
  };
  /** A bot that ends some milliseconds after it was asked to; never with null. */
  const bot = async (account: string, endsAfterMs: number | null) => {
    const asked: string[] = [];
    let server: ControlServer | null = null;
    server = await openControl(join(dataDir, 'live', account), async (command) => {
      asked.push(command);
      if (command === 'stop' && endsAfterMs !== null)
        systemTimers.after(endsAfterMs, () => void server?.close());
      return {};
    });
    t.after(() => server?.close());
    return asked;
  };
  return { dataDir, deps, bot };
}

describe('bots that a killed app has left', () => {
  it('are stopped in order and waited for, and none of them is wanted any longer', async (t) => {
    const { dataDir, deps, bot } = stage(t);
    const [one, other] = [await bot('1-Demo', 5), await bot('2-Demo', 60)];
    const wanted = join(dataDir, 'runs.json');
    writeFileSync(wanted, '{"format":1,"wanted":["London","Tokyo"]}');
    assert.equal(await stopLeftBots(deps), 2);
    assert.equal(one[0], 'stop');
    assert.equal(other[0], 'stop');
    assert.equal(existsSync(join(dataDir, 'live', '2-Demo', 'control.json')), false);
    assert.deepEqual(JSON.parse(readFileSync(wanted, 'utf8')), { format: 1, wanted: [] });
  });

  it('that are none are none, whatever lies there', async (t) => {
    const { dataDir, deps } = stage(t);
    assert.equal(await stopLeftBots(deps), 0);
    mkdirSync(join(dataDir, 'live', '3-Demo'), { recursive: true });
    const file = join(dataDir, 'live', '3-Demo', 'control.json');
    for (const text of ['', `{"port":9,"secret":"${'a'.repeat(64)}"}`]) {
      writeFileSync(file, text);
      assert.equal(await stopLeftBots(deps), 0, text);
    }
  });

  it('that do not end are named', async (t) => {
    const { deps, bot } = stage(t);
    await bot('4-Demo', null);
    await assert.rejects(stopLeftBots(deps), {
      code: 'not_running',
      message: /4-Demo was asked to stop and has not ended within 60 s/,
    });
  });
});
