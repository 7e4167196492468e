import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { outsideBounds } from '@quorate/bot/doctor/check-setup';
import {
  ALL_GREEN,
  ALLOWED,
  look,
  setupStage,
  statuses,
  whenSetup,
} from './testing/setup-stage.ts';

describe('the setup check', () => {
  it('turns all six items green by looking, and still knows it after a restart', async (t) => {
    const stage = await setupStage(t);
    const { setup, terminal, profile, again } = stage;
    assert.deepEqual(setup.summary('Main'), { green: 0, checked_at: null });
    assert.equal(setup.passed(profile), false);
    terminal();
    assert.deepEqual(statuses(await look(stage)), ALL_GREEN);
    assert.equal(setup.passed(profile), true);
    assert.equal(setup.summary('Main').green, 6);
    const later = again();
    assert.deepEqual(later.check('Main').items, setup.check('Main').items);
    assert.equal(later.passed(profile), true);
  });

  it('says that it waits, and names each item that a terminal has to dial in for', async (t) => {
    const { setup } = await setupStage(t);
    setup.start('Main');
    const waiting = await whenSetup(setup, ({ items }) =>
      items.some(({ id, status }) => id === 'risk-settings' && status === 'green'),
    );
    assert.equal(waiting.running, true);
    for (const id of ['mt5-installed', 'mt5-account', 'algo-trading']) {
      const item = waiting.items.find((each) => each.id === id);
      assert.equal(item?.status, 'waiting', id);
      assert.match(item?.detail ?? '', /Waiting for the terminal.*another [0-3] s at most/);
    }
  });

  it('is red with the exact address where no terminal comes, and green once one has', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 200 } });
    await look(stage);
    assert.equal(stage.item('mt5-installed').status, 'red');
    const { status, detail, advice } = stage.item('mt5-account');
    assert.deepEqual([status, detail], ['red', 'No terminal has dialled in.']);
    assert.match(advice ?? '', /add 127\.0\.0\.1 and press OK\. The bot listens on port \d+\./);
    assert.equal(stage.item('algo-trading').status, 'unknown');
    assert.equal(stage.setup.passed(stage.profile), false);
    const patient = await setupStage(t);
    patient.terminal();
    assert.deepEqual(statuses(await look(patient)), ALL_GREEN);
  });

  it('names both accounts where the terminal has another one, or a real one for demo', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 1_000 } });
    const terminal = stage.terminal({ login: '77', server: 'Other-Demo' });
    await look(stage);
    const { status, detail, action } = stage.item('mt5-account');
    assert.deepEqual([status, action], ['red', 'edit-configuration']);
    assert.match(detail, /77 at Other-Demo.*the configuration says 5012345 at Broker-Demo/);
    terminal.switchAccount({ login: '5012345', server: 'Broker-Demo' });
    await look(stage);
    assert.equal(stage.item('mt5-account').status, 'green');
    const risky = await setupStage(t, { over: { terminalWaitMs: 1_000 } });
    risky.terminal({ tradeMode: 'real' });
    await look(risky);
    assert.match(risky.item('mt5-account').detail, /account is real, and the configuration says/);
  });

  it('names each missing permission with what to press, and is green when it was pressed', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 1_000 } });
    const terminal = stage.terminal();
    terminal.permit({ algo_trading: false, expert_trading: false });
    await look(stage);
    const { status, detail, advice } = stage.item('algo-trading');
    assert.deepEqual([status, detail], ['red', 'Missing: algo_trading, expert_trading.']);
    assert.match(advice ?? '', /press the button Algo Trading.*tick "Allow Algo Trading"/);
    terminal.permit(ALLOWED);
    await look(stage);
    assert.equal(stage.item('algo-trading').status, 'green');
  });

  it('gives a terminal that has just started the time to sign in to its broker', async (t) => {
    const stage = await setupStage(t);
    const terminal = stage.terminal();
    terminal.permit({ connected: false });
    stage.setup.start('Main');
    const connected = setInterval(() => {
      if (terminal.isConnected()) terminal.permit({ connected: true });
    }, 20);
    t.after(() => clearInterval(connected));
    assert.deepEqual(statuses(await stage.settled()), ALL_GREEN);
  });

  it('is not fooled by a terminal that leaves while it is looked at', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 1_000 } });
    const terminal = stage.terminal();
    terminal.permit({ connected: false });
    stage.setup.start('Main');
    const leaving = setInterval(() => {
      if (terminal.isConnected()) terminal.close();
    }, 20);
    t.after(() => clearInterval(leaving));
    await stage.settled();
    assert.equal(stage.item('mt5-account').status, 'red');
    assert.equal(stage.item('algo-trading').status, 'unknown');
  });

  it('asks for the sign-in, and for a service that answers', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 0 } });
    stage.signIn(null);
    await look(stage);
    assert.equal(stage.item('desktop-app').action, 'sign-in');
    stage.service.isAway = true;
    await look(stage);
    const { status, action, detail } = stage.item('desktop-app');
    assert.deepEqual([status, action], ['red', 'check-again']);
    assert.match(detail, /localhost:3000 does not answer/);
  });

  it('names what of the risk settings is outside of the bounds', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 0 } });
    const { risk } = stage.profile;
    stage.change({ risk: { ...risk, daily_loss_limit_percent: 100, maximum_daily_trades: 50 } });
    const { findings } = await look(stage);
    const { status, detail, action } = stage.item('risk-settings');
    assert.deepEqual([status, action], ['red', 'edit-configuration']);
    assert.match(detail, /^The daily loss limit is 100 %, which is none/);
    assert.match(findings.find(({ check }) => check === 'daily-trades')?.detail ?? '', /3 to 5/);
    stage.change({ risk });
    await look(stage);
    assert.equal(stage.item('risk-settings').status, 'green');
    const worst = { ...risk, risk_per_trade_percent: 2.01, weekly_loss_limit_percent: 100 };
    assert.equal(outsideBounds({ ...worst, minimum_risk_reward: 0.9 }).length, 3);
  });

  it('looks for the terminal, the token and the expert, and lists what is wrong first', async (t) => {
    const stage = await setupStage(t, { windows: {}, shared: false, over: { terminalWaitMs: 0 } });
    const { findings } = await look(stage);
    assert.match(stage.item('mt5-installed').detail, /Program Files\/MetaTrader 5 1\.$/);
    assert.equal(stage.item('mt5-installed').status, 'green');
    const { status, detail, advice, action } = stage.item('bot-config');
    assert.deepEqual([status, action], ['red', 'set-up-terminal']);
    assert.match(detail, /^It is not in .* yet\.$/);
    assert.equal(advice, 'Press "Set up terminal".');
    const order = findings.map((each) => ['fail', 'warn', 'skip', 'ok'].indexOf(each.status));
    assert.deepEqual(
      order,
      order.toSorted((one, other) => one - other),
    );
    const told = findings.map((each) => `${each.detail} ${each.advice}`).join('\n');
    assert.doesNotMatch(told, /bot profile|bot terminal|the profile/);
  });

  it('says what to do where there is no terminal, or more than one', async (t) => {
    const over = { terminalWaitMs: 0 };
    const none = await setupStage(t, { windows: { terminals: 0 }, over });
    await look(none);
    assert.match(none.item('mt5-installed').advice ?? '', /Download MetaTrader 5 from your broker/);
    const two = await setupStage(t, { windows: { terminals: 2 }, over });
    await look(two);
    assert.match(
      two.item('mt5-installed').detail,
      /There are 2 .*MetaTrader 5 1, .*MetaTrader 5 2/,
    );
  });

  it('says whose port it is not', async (t) => {
    const stage = await setupStage(t);
    const other = createServer();
    other.listen(stage.profile.bridge.port, '127.0.0.1');
    await once(other, 'listening');
    t.after(() => other.close());
    await look(stage);
    const { status, action, advice } = stage.item('mt5-account');
    assert.deepEqual([status, action], ['red', 'edit-configuration']);
    assert.match(advice ?? '', /End the program that uses port \d+, or choose another port/);
  });
});
