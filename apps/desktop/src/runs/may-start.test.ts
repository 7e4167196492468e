import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openControl } from '@quorate/bot/live/control';
import { liveFolder } from '@quorate/bot/live/live-account';
import { openLiveJournal } from '@quorate/bot/live/live-journal';
import { profileSecret } from '@quorate/bot/vault/vault';
import type { SpawnBot } from './bot-process.ts';
import { runsStage, TOKEN } from './testing/runs-stage.ts';

const NAME = 'Main';

describe('a bot is not started', () => {
  it('for nobody, for another, without a terminal set up, for locked real money, and beyond the plan', async (t) => {
    const stage = await runsStage(t);
    const { state, store, main, deps } = stage;
    const runs = stage.app({ spawnBot: () => assert.fail('nothing is started') });
    state.isSignedIn = false;
    await assert.rejects(runs.start(NAME), { code: 'signed_out', status: 409 });
    state.isSignedIn = true;
    store.save({ ...main, user: 'ali' });
    await assert.rejects(runs.start(NAME), { code: 'signed_out', message: /belongs to ali at/ });
    store.save({ ...main, account_type: 'real' });
    state.isUnlocked = false;
    await assert.rejects(runs.start(NAME), { code: 'real_money_locked' });
    state.isUnlocked = true;
    store.save(main);
    state.plan = {
      name: 'Free',
      terminal_accounts: 0,
      symbols: -1,
      daily_trades: -1,
      tokens_used: 0,
      token_limit: -1,
      period_end: '2026-12-01T00:00:00.000Z',
    };
    await assert.rejects(runs.start(NAME), {
      code: 'account_limit_reached',
      message: /lets 0 terminal accounts trade, and 0 already do/,
    });
    await assert.rejects(runs.start('Nobody'), { code: 'setup_problem' });
    await runs.goOn('Nobody');
    assert.equal(runs.state('Nobody').phase, 'failed');
    assert.match(runs.state('Nobody').message ?? '', /There is no profile Nobody/);
    assert.match(stage.said.at(-1) ?? '', /^The bot of Nobody did not start again: /);
    deps.vault.remove('profile/main/bridge-token');
    await assert.rejects(runs.start(NAME), { code: 'setup_problem', message: /not set up yet/ });
    await assert.rejects(runs.halt(NAME), { code: 'not_running' });
    assert.equal(runs.state(NAME).phase, 'stopped');
  });
});

describe('a configuration that is removed', () => {
  it('leaves a new one of its name no past', async (t) => {
    const stage = await runsStage(t);
    const runs = stage.app({ spawnBot: () => assert.fail('nothing is started') });
    stage.deps.vault.remove('profile/main/bridge-token');
    await runs.goOn(NAME);
    assert.equal(runs.state(NAME).phase, 'failed');
    stage.changed();
    assert.equal(runs.state(NAME).phase, 'failed');
    stage.store.remove(NAME);
    stage.changed();
    stage.store.save(stage.main);
    stage.changed();
    assert.deepEqual([runs.state(NAME).phase, runs.state(NAME).message], ['stopped', null]);
  });
});

describe('a bot that ran before', () => {
  it('goes on beyond a plan that has become smaller: what is open is guarded', async (t) => {
    const stage = await runsStage(t);
    const { spawnBot, end } = bots();
    const runs = stage.app({ spawnBot });
    const figures = { symbols: -1, daily_trades: -1, tokens_used: 0, token_limit: -1 };
    const free = { name: 'Free', terminal_accounts: 0, period_end: '2026-12-01T00:00:00.000Z' };
    stage.state.plan = { ...free, ...figures };
    await assert.rejects(runs.start(NAME), { code: 'account_limit_reached' });
    await runs.goOn(NAME);
    assert.equal(runs.state(NAME).phase, 'starting');
    end();
    await runs.stop(NAME);
  });
});

describe('one account of two configurations', () => {
  it('has one bot: the other is not started, and says whose it is', async (t) => {
    const stage = await runsStage(t);
    const { store, main, deps } = stage;
    store.save({ ...main, configuration_name: 'Gold' });
    deps.vault.set(profileSecret('Gold', 'bridge-token'), TOKEN);
    const { spawnBot, end } = bots();
    const runs = stage.app({ spawnBot });
    await Promise.all([
      runs.start(NAME),
      assert.rejects(runs.start('Gold'), {
        code: 'account_in_use',
        message:
          'The account 51234567 at Simulated-Demo is at work already with the bot of Main. One account has one bot: stop that one first.',
      }),
    ]);
    assert.deepEqual(runs.atWork(), [NAME]);
    assert.equal(runs.state('Gold').phase, 'stopped');
    await assert.rejects(runs.flatten('Gold'), { code: 'account_in_use' });
    end();
    await runs.stop(NAME);
  });

  it('is not shown as traded by both, nor halted, stopped or flattened by the other', async (t) => {
    const stage = await runsStage(t);
    const { store, main, dataDir } = stage;
    store.save({ ...main, configuration_name: 'Gold' });
    const { asked, close } = await aBotAt(liveFolder(dataDir, main), NAME);
    const runs = stage.app({ spawnBot: () => assert.fail('nothing is started') });
    await runs.begin();
    assert.deepEqual(runs.atWork(), [NAME]);
    await assert.rejects(runs.halt('Gold'), { code: 'not_running' });
    await assert.rejects(runs.flatten('Gold'), { code: 'account_in_use' });
    await runs.stop('Gold');
    assert.deepEqual(new Set(asked), new Set(['status']));
    await close();
  });
});

describe('what closes everything where no bot runs', () => {
  it('is not taken for a bot', async (t) => {
    const stage = await runsStage(t);
    const ended = Promise.withResolvers<{ exit: number; why: null }>();
    const spawned = Promise.withResolvers<void>();
    const runs = stage.app({
      spawnBot() {
        spawned.resolve();
        return { pid: null, ended: ended.promise, kill: () => assert.fail('it is let be') };
      },
    });
    const flattening = runs.flatten(NAME);
    await spawned.promise;
    const { close } = await aBotAt(liveFolder(stage.dataDir, stage.main), NAME);
    await runs.begin();
    assert.deepEqual([runs.state(NAME).phase, runs.atWork()], ['stopped', []]);
    await assert.rejects(runs.start(NAME), { code: 'closing' });
    await close();
    ended.resolve({ exit: 0, why: null });
    await flattening;
  });
});

describe('a configuration that has another account now', () => {
  it('closes and halts nothing at the account that it had, where another bot is at work', async (t) => {
    const stage = await runsStage(t);
    const { store, main, dataDir } = stage;
    const { spawnBot, end } = bots();
    const runs = stage.app({ spawnBot });
    await runs.start(NAME);
    end();
    await runs.stop(NAME);
    store.save({ ...main, account_number: '800777' });
    const { asked, close } = await aBotAt(liveFolder(dataDir, main), NAME);
    await assert.rejects(runs.flatten(NAME), { code: 'unavailable' });
    await assert.rejects(runs.halt(NAME), { code: 'not_running' });
    assert.deepEqual(asked, []);
    await close();
  });
});

/** Bots that end when they are told to by `end`; what is to close everything cannot. */
function bots(): Readonly<{ spawnBot: SpawnBot; end(): void }> {
  const ends: (() => void)[] = [];
  return {
    spawnBot([command]) {
      const { promise, resolve } = Promise.withResolvers<{ exit: number; why: null }>();
      const end = () => resolve({ exit: 5, why: null });
      if (command === 'flatten') end();
      ends.push(end);
      return { pid: null, ended: promise, kill: end };
    },
    end() {
      for (const each of ends.splice(0)) each();
    },
  };
}

/** A bot of this process that trades nothing. @returns what it was asked, and its end */
async function aBotAt(folder: string, profile: string) {
  const journal = openLiveJournal(folder);
  const asked: string[] = [];
  const seen = { terminal_seen_at: null, service_seen_at: null, service_there: null };
  const state = { connected: true, halted: false, flattening: false, opening: false };
  const control = await openControl(folder, async (command) => {
    asked.push(command);
    const risk = { currency_pairs: ['EURUSD'] };
    return { pid: process.pid, profile, ...state, ...seen, limits: null, risk, problems: [] };
  });
  const close = async () => {
    await control.close();
    journal.close();
  };
  return { asked: asked as readonly string[], close };
}
