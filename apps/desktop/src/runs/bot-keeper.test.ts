import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { ControlAnswer } from '@quorate/bot/live/control';
import { instant } from '@quorate/values/instant';
import { createBotKeeper } from './bot-keeper.ts';
import type { BotProcess } from './bot-process.ts';

/** A keeper whose bots are told when they end, on a clock that the test moves. */
function bench(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'keeper-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(folder, { recursive: true });
  let now = 0;
  const waits: { ms: number; run: () => void; isOff: boolean }[] = [];
  const spawned: ((end: Awaited<BotProcess['ended']>) => void)[] = [];
  let isWanted = true;
  let isHeld = false;
  let answer: ControlAnswer = { kind: 'not-running' };
  let whileStarting = () => {};
  let again = () => launch;
  const asked: string[] = [];
  const killed: number[] = [];
  let killedAt: number | null = null;
  const log = join(folder, 'main.log');
  const launch = { args: [], folder, log };
  const keeper = createBotKeeper({
    name: 'Main',
    timers: {
      now: () => instant(now),
      after(ms, run) {
        const wait = { ms, run, isOff: false };
        waits.push(wait);
        return () => {
          wait.isOff = true;
        };
      },
    },
    sleep: async (ms) => {
      now += ms;
    },
    notify() {},
    spawnBot() {
      whileStarting();
      const { promise, resolve } = Promise.withResolvers<Awaited<BotProcess['ended']>>();
      spawned.push(resolve);
      const kill = () => {
        killedAt ??= now;
        resolve({ exit: null, why: 'SIGKILL' });
      };
      return { pid: 1, ended: promise, kill };
    },
    ask: async (_folder, command) => {
      asked.push(command);
      return answer;
    },
    again: () => again(),
    kill: (pid) => void killed.push(pid),
    isHeld: () => isHeld,
    isWanted: () => isWanted,
    unwant() {
      isWanted = false;
    },
    changed() {},
  });
  const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));
  return {
    keeper,
    waits,
    spawned,
    launch,
    folder,
    asked,
    killed,
    /** When a child was killed. */
    killedAt: () => killedAt,
    whenStarting: (then: () => void): void => {
      whileStarting = then;
    },
    whenAgain: (then: typeof again): void => {
      again = then;
    },
    passes: (ms: number): void => {
      now += ms;
    },
    turn,
    isWanted: () => isWanted,
    answers: (next: ControlAnswer, held = true): void => {
      answer = next;
      isHeld = held;
    },
    /** The bot ran for so long and ended so. */
    end: async (ms: number, ended: Awaited<BotProcess['ended']>, note?: object): Promise<void> => {
      now += ms;
      if (note) writeFileSync(join(folder, 'ended.json'), JSON.stringify(note));
      spawned.at(-1)?.(ended);
      await turn();
    },
    again: async (): Promise<void> => {
      const wait = waits.at(-1);
      assert.ok(wait && !wait.isOff);
      now += wait.ms;
      wait.run();
      await turn();
      await turn();
    },
    log: (text: string) => writeFileSync(log, text),
  };
}

/** What a running bot answers to `status`. */
function telling(profile: string, pid: number): ControlAnswer {
  const risk = { currency_pairs: ['EURUSD'] };
  const seen = { terminal_seen_at: null, service_seen_at: null, service_there: null };
  const state = { connected: true, halted: false, flattening: false, opening: false };
  const body = { pid, profile, ...state, ...seen, limits: null, risk, problems: [] };
  return { kind: 'answered', body };
}

const KILLED = { exit: null, why: 'SIGKILL' };

describe('a bot that ends automatically', () => {
  it('is started again each time it is killed, 20 times, ever later, at most a minute apart', async (t) => {
    const { keeper, launch, waits, spawned, end, again } = bench(t);
    await keeper.launch(launch);
    for (let times = 0; times < 20; times += 1) {
      await end(500, KILLED);
      assert.equal(keeper.phase(), 'restarting');
      await again();
      assert.equal(keeper.phase(), 'starting');
    }
    assert.equal(spawned.length, 21);
    assert.deepEqual(
      waits.map(({ ms }) => ms / 1_000),
      [1, 2, 4, 8, 16, 32, ...Array.from({ length: 14 }, () => 60)],
    );
    assert.equal(keeper.message(), null);
  });

  it('begins to wait from the start again after it has run for a minute', async (t) => {
    const { keeper, launch, waits, end, again } = bench(t);
    await keeper.launch(launch);
    for (const ranMs of [500, 500, 61_000]) {
      await end(ranMs, KILLED);
      await again();
    }
    assert.deepEqual(
      waits.map(({ ms }) => ms),
      [1_000, 2_000, 1_000],
    );
  });

  it('is started again where waiting may mend it, with the sentence', async (t) => {
    for (const code of ['service_unreachable', 'data_folder', 'port_in_use', 'unexpected']) {
      const { keeper, launch, end, isWanted } = bench(t);
      await keeper.launch(launch);
      await end(500, { exit: 3, why: null }, { code, message: 'It is away.' });
      assert.equal(keeper.phase(), 'restarting', code);
      assert.equal(keeper.message(), 'Started again in 1 s. It is away.');
      assert.equal(isWanted(), true);
    }
  });

  it('is left ended where somebody has to do something, with the sentence', async (t) => {
    for (const code of ['terminal', 'profile', 'vault', 'signed_out', 'run_damaged', 'usage']) {
      const { keeper, launch, end, waits, isWanted } = bench(t);
      await keeper.launch(launch);
      await end(500, { exit: 5, why: null }, { code, message: 'The wrong account.' });
      assert.equal(keeper.phase(), 'failed', code);
      assert.equal(keeper.message(), 'The wrong account.');
      assert.equal(isWanted(), false);
      assert.equal(waits.length, 0);
    }
  });

  it('that could not even read its configuration says so with its last line', async (t) => {
    const { keeper, launch, end, log } = bench(t);
    await keeper.launch(launch);
    log('2026-11-22 07:00:00 Something.\nThere is no profile Main; make one.\n');
    await end(100, { exit: 2, why: null });
    assert.equal(keeper.phase(), 'failed');
    assert.equal(keeper.message(), 'There is no profile Main; make one.');
  });

  it('is stopped where somebody else has stopped it', async (t) => {
    const { keeper, launch, end, isWanted } = bench(t);
    await keeper.launch(launch);
    await end(5_000, { exit: 0, why: null }, { code: null, message: '' });
    assert.equal(keeper.phase(), 'stopped');
    assert.equal(isWanted(), false);
  });

  it('is not started any more once it is to stop', async (t) => {
    const { keeper, launch, end, waits, spawned } = bench(t);
    await keeper.launch(launch);
    await end(500, KILLED);
    await keeper.stop();
    assert.equal(keeper.phase(), 'stopped');
    assert.equal(waits[0]?.isOff, true);
    assert.equal(spawned.length, 1);
  });
});

describe('a bot that is to be started again', () => {
  it('is, where the disk was full just then', async (t) => {
    const { keeper, launch, end, again, whenStarting, spawned, isWanted } = bench(t);
    await keeper.launch(launch);
    await end(500, KILLED);
    whenStarting(() => {
      throw new Error('ENOSPC: no space left on device');
    });
    await again();
    assert.equal(keeper.phase(), 'restarting');
    assert.match(
      keeper.message() ?? '',
      /^Started again in 2 s\. The bot cannot be started: ENOSPC/,
    );
    assert.equal(isWanted(), true);
    whenStarting(() => {});
    await again();
    assert.equal(keeper.phase(), 'starting');
    assert.equal(spawned.length, 2);
  });

  it('waits for a terminal that is still signing in, and for a vault that is locked yet', async (t) => {
    for (const code of ['terminal', 'vault']) {
      const { keeper, launch, end, again, spawned, isWanted } = bench(t);
      await keeper.launch(launch, true);
      const note = { code, message: 'The terminal is signed in to account 7.' };
      for (let times = 1; times <= 10; times += 1) {
        await end(500, { exit: 5, why: null }, note);
        assert.equal(keeper.phase(), 'restarting', code);
        assert.match(keeper.message() ?? '', /The terminal is signed in to account 7\.$/);
        await again();
        assert.equal(spawned.length, times + 1);
      }
      assert.equal(isWanted(), true);
      await end(500, { exit: 4, why: null }, { code: 'signed_out', message: 'Signed out.' });
      assert.equal(keeper.phase(), 'failed');
    }
  });

  it('is not, where its configuration became one that may not be', async (t) => {
    const { keeper, launch, end, again, whenAgain, spawned, isWanted } = bench(t);
    await keeper.launch(launch);
    await end(500, KILLED);
    whenAgain(() => {
      throw new Error('Main is for a real account now.');
    });
    await again();
    assert.deepEqual(
      [keeper.phase(), keeper.message(), isWanted(), spawned.length],
      ['failed', 'Main is for a real account now.', false, 1],
    );
  });
});

describe('an account that two configurations name', () => {
  it('shows the bot of one as none of the other, and tells it nothing', async (t) => {
    const { keeper, launch, answers, spawned, asked } = bench(t);
    answers(telling('Gold', 1));
    assert.equal(await keeper.adopt(launch), false);
    assert.equal(keeper.phase(), 'stopped');
    assert.equal((await keeper.ask('flatten', 1_000)).kind, 'not-running');
    await keeper.stop();
    assert.deepEqual(asked, ['status']);
    answers(telling('MAIN', 1));
    assert.equal(await keeper.adopt(launch), true);
    assert.equal(keeper.phase(), 'running');
    assert.equal(spawned.length, 0);
  });
});

describe('two bots that were started at once', () => {
  it('are one: whichever has not the journal does not wait for the end of the other', async (t) => {
    const { keeper, launch, answers, spawned, killedAt, turn } = bench(t);
    await keeper.launch(launch);
    assert.equal(spawned.length, 1);
    answers(telling('Main', 4_711));
    await keeper.look();
    await turn();
    assert.ok(killedAt() !== null);
    assert.equal(keeper.phase(), 'running');
    answers({ kind: 'not-running' }, false);
    await keeper.look();
    assert.equal(keeper.phase(), 'restarting');
  });
});

describe('a bot that was stopped', () => {
  it('is asked nothing more at the account that it had', async (t) => {
    const { keeper, launch, answers, end, asked } = bench(t);
    await keeper.launch(launch);
    await end(5_000, { exit: 0, why: null }, { code: null, message: '' });
    asked.length = 0;
    answers(telling('Main', 1));
    for (const command of ['flatten', 'halt', 'resume'] as const)
      assert.equal((await keeper.ask(command, 1_000)).kind, 'not-running');
    assert.deepEqual(asked, []);
  });

  it('and is started at once runs on, whoever still waits for its end', async (t) => {
    const { keeper, launch, end, asked, turn } = bench(t);
    await keeper.launch(launch);
    const ended = end(500, { exit: 0, why: null }, { code: null, message: '' });
    const stopping = keeper.stop();
    await ended;
    assert.equal(keeper.phase(), 'stopped');
    await keeper.launch(launch);
    asked.length = 0;
    await stopping;
    await turn();
    assert.equal(keeper.phase(), 'starting');
    assert.ok(!asked.includes('stop'), asked.join());
  });
});

describe('the number of a process', () => {
  it('that another has taken over keeps no bot from being started again, and is not killed', async (t) => {
    const { keeper, launch, answers, killed } = bench(t);
    answers(telling('Main', process.pid));
    await keeper.adopt(launch);
    assert.equal(keeper.phase(), 'running');
    answers({ kind: 'not-running' }, false);
    for (let looks = 0; looks < 12; looks += 1) await keeper.look();
    assert.equal(keeper.phase(), 'restarting');
    answers(telling('Main', process.pid));
    await keeper.launch(launch);
    answers({ kind: 'not-running' }, false);
    await keeper.stop();
    assert.equal(keeper.phase(), 'stopped');
    assert.deepEqual(killed, []);
  });

  it('is that of the bot while it has its journal, and the last resort', async (t) => {
    const { keeper, launch, answers, killed, folder } = bench(t);
    writeFileSync(join(folder, 'control.json'), JSON.stringify({ pid: 4_711 }));
    answers({ kind: 'failed', message: 'it hangs' });
    assert.equal(await keeper.adopt(launch), true);
    assert.equal(keeper.phase(), 'waiting');
    await assert.rejects(keeper.stop(), {
      code: 'unavailable',
      message: /^The bot of Main does not end, and cannot be ended: restart the computer\./,
    });
    assert.equal(killed[0], 4_711);
    assert.equal(keeper.phase(), 'waiting');
    assert.match(keeper.message() ?? '', /does not end/);
  });
});

describe('an address that a killed bot has left behind', () => {
  it('and where a stranger listens, keeps no bot from starting', async (t) => {
    const { keeper, launch, answers, spawned } = bench(t);
    answers({ kind: 'failed', message: 'whoever listens broke the connection off' }, false);
    await keeper.launch(launch);
    assert.equal(spawned.length, 1);
  });

  it('is that of a bot that does not answer where its journal is held', async (t) => {
    const { keeper, launch, answers, spawned } = bench(t);
    answers({ kind: 'failed', message: 'it hangs' });
    await keeper.launch(launch);
    for (let looks = 0; looks < 4; looks += 1) await keeper.look();
    assert.equal(spawned.length, 0);
    assert.equal(keeper.message(), 'The bot does not answer: it hangs');
  });
});

describe('a bot that hangs', () => {
  it('has its 45 seconds after the computer slept for an hour', async (t) => {
    const { keeper, launch, answers, passes, killedAt } = bench(t);
    await keeper.launch(launch);
    answers({ kind: 'failed', message: 'it broke off' });
    const from = Number(keeper.since());
    const stopping = keeper.stop();
    passes(3_600_000);
    answers({ kind: 'not-running' });
    await stopping;
    const took = Number(killedAt()) - from - 3_600_000;
    assert.ok(took >= 39_000 && took < 47_000, `${took}`);
  });

  it('is killed 45 seconds after it was told to stop, and no sooner', async (t) => {
    const { keeper, launch, answers } = bench(t);
    await keeper.launch(launch);
    answers({ kind: 'failed', message: 'it broke off' });
    const from = Number(keeper.since());
    const stopping = keeper.stop();
    assert.equal(keeper.phase(), 'stopping');
    answers({ kind: 'not-running' });
    await stopping;
    assert.equal(keeper.phase(), 'stopped');
    const took = Number(keeper.since()) - from;
    assert.ok(took >= 45_000 && took < 47_000, `${took}`);
  });
});
