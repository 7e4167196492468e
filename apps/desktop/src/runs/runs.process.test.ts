import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { systemClock } from '@quorate/bot/clock';
import { createJournal } from '../journal/create-journal.ts';
import { botLogOf, isAlive } from './bot-process.ts';
import { buy, openAPosition } from './testing/orders.ts';
import { aTerminal, pidOf, runsStage, TOKEN, untilSo } from './testing/runs-stage.ts';

const NAME = 'Main';

describe('the bot of a configuration', () => {
  // @spec 1.8
  it('is started, tells what it does and why, is halted, flattened, found again, started again and stopped', async (t) => {
    const stage = await runsStage(t);
    const { service, dataDir, main, port, deps, configurations } = stage;
    const terminal = aTerminal(t, port);
    const ticket = await openAPosition(main);
    service.mischief = ({ path, text }) =>
      path === '/api/bot/analyse' ? { status: 200, body: buy(text) } : 'none';

    const runs = stage.app();
    await runs.begin();
    assert.equal(runs.state(NAME).phase, 'stopped');
    await Promise.all([runs.start(NAME), runs.start(NAME)]);
    assert.equal(runs.state(NAME).phase, 'starting');
    await untilSo(runs, () => runs.state(NAME).phase === 'running', 'running');
    assert.deepEqual(runs.atWork(), [NAME]);
    await untilSo(runs, () => runs.state(NAME).open_positions === 1, 'the position is told');
    const detail = await runs.detail(NAME);
    assert.equal(detail.positions[0]?.ticket, ticket);
    assert.equal(detail.positions[0]?.digits, 5);
    assert.equal(runs.state(NAME).currency, 'USD');
    assert.ok(detail.terminal_seen_at !== null);
    assert.ok(runs.state(NAME).next_bar_at !== null);

    await untilLast(() => service.beats.length > 0);
    // Bars count from the moment the bot follows them.
    const decided = async () => {
      terminal.tick('EURUSD', 154_090, 154_100);
      terminal.closeBar('EURUSD', 'M1');
      return (await runs.detail(NAME)).decisions[0];
    };
    await untilLast(async () => {
      const last = await decided();
      return last !== undefined && last.outcome.kind !== 'waiting';
    });
    const last = (await runs.detail(NAME)).decisions[0];
    assert.equal(last?.decision.votes[0]?.analyst, 'trend');
    assert.equal(last?.outcome.kind, 'traded');
    assert.match(
      last?.outcome.text ?? '',
      /^BUY \d\.\d\d lots opened at 1\.54\d+, stop 1\.\d+, target 1\.\d+\.$/,
    );
    await untilSo(runs, () => runs.state(NAME).trades_today === 2, 'counted');
    const limits = (await runs.detail(NAME)).limits;
    assert.deepEqual(
      limits.map(({ id }) => id),
      ['daily_trades', 'daily_loss', 'weekly_loss', 'weekly_profit', 'drawdown', 'losses_in_a_row'],
    );

    await runs.halt(NAME);
    assert.equal(runs.state(NAME).halted, true);
    await runs.resume(NAME);
    assert.equal(runs.state(NAME).halted, false);

    const journal = createJournal(deps, { configurations });
    await untilLast(async () => {
      const { trades } = await journal.trades(NAME, FIRST);
      return trades.length === 2 && trades.every(({ synced }) => synced);
    });
    const page = await journal.lines(NAME, FIRST);
    const texts = page.lines.map(({ text }) => text).join('\n');
    assert.match(texts, /Decided to buy\. The trend is up\./);
    assert.match(texts, /Sends BUY \d\.\d\d EURUSD, stop 1\.\d+, target 1\.\d+/);
    assert.match(texts, /Opened BUY \d\.\d\d EURUSD at 1\.54/);
    assert.match(texts, /Told by this computer to open nothing more/);

    await runs.close();
    const next = stage.app();
    await next.begin();
    assert.equal(next.state(NAME).phase, 'running');
    assert.equal(spawnedOnce(dataDir), 1);

    const pid = await pidOf(main, dataDir);
    process.kill(pid, 'SIGKILL');
    await untilSo(next, () => next.state(NAME).phase === 'restarting', 'killed');
    assert.match(next.state(NAME).message ?? '', /Started again in 1 s\. It was killed/);
    await untilSo(next, () => next.state(NAME).phase === 'running', 'running again');
    assert.notEqual(await pidOf(main, dataDir), pid);
    assert.equal(await next.isOpeningPosition(), false);

    await next.flatten(NAME);
    assert.equal(terminal.server().positions().length, 0);
    assert.equal(next.state(NAME).halted, true);
    const running = await pidOf(main, dataDir);
    await next.stop(NAME);
    assert.equal(next.state(NAME).phase, 'stopped');
    assert.equal(isAlive(running), false);
    assert.deepEqual(next.atWork(), []);

    // Without a bot everything comes from the files.
    const after = await next.detail(NAME);
    assert.equal(after.decisions[0]?.decision.votes.length, 1);
    assert.equal(after.limits.length, 6);
    const kept = await journal.trades(NAME, FIRST);
    assert.deepEqual(
      kept.trades.map(({ symbol, status }) => [symbol, status]),
      [
        ['EURUSD', 'CLOSED'],
        ['GBPUSD', 'CLOSED'],
      ],
    );
    const log = journal.log(NAME, 'bot', 200);
    assert.match(
      log.lines.join('\n'),
      /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d Connected to account 51234567/,
    );
    assert.equal(journal.log(NAME, 'terminal', 10).file, null);
    for (const secret of [TOKEN, [...service.sessions][0] ?? '']) {
      assert.ok(!readFileSync(botLogOf(dataDir, NAME), 'utf8').includes(secret));
    }
  });

  it('waits for its terminal, says who dialled in instead, and is stopped at once', async (t) => {
    const stage = await runsStage(t);
    const runs = stage.app();
    await runs.begin();
    await runs.start(NAME);
    await untilSo(runs, () => runs.state(NAME).phase === 'waiting', 'waiting');
    assert.equal(runs.state(NAME).message, 'Waiting for the terminal.');
    aTerminal(t, stage.port, { login: '99999999' });
    await untilSo(runs, () => runs.state(NAME).message?.includes('99999999') === true, 'told');
    assert.equal(runs.state(NAME).phase, 'waiting');
    const from = systemClock.now();
    assert.deepEqual(await runs.stopAll(), [NAME]);
    assert.ok(systemClock.now() - from < 10_000);
    assert.equal(runs.state(NAME).phase, 'stopped');
  });

  // @spec 1.8
  it('is left failed with its sentence where the account is real and the configuration demo', async (t) => {
    const stage = await runsStage(t);
    aTerminal(t, stage.port, { tradeMode: 'real' });
    const runs = stage.app();
    await runs.begin();
    await runs.start(NAME);
    await untilSo(runs, () => runs.state(NAME).phase === 'failed', 'failed');
    assert.equal(
      runs.state(NAME).message,
      'The terminal says that account 51234567 is a real account, the profile says demo; nothing is traded until they agree.',
    );
    await runs.close();
    const next = stage.app();
    await next.begin();
    assert.notEqual(next.state(NAME).phase, 'starting');
  });

  it('that is wanted is started when the app comes back after the computer went down', async (t) => {
    const stage = await runsStage(t);
    const runs = stage.app();
    await runs.begin();
    await runs.start(NAME);
    await untilSo(runs, () => runs.state(NAME).phase === 'waiting', 'waiting');
    const pid = await pidOf(stage.main, stage.dataDir);
    await runs.close();
    process.kill(pid, 'SIGKILL');
    await untilLast(() => !isAlive(pid));
    const next = stage.app();
    await next.begin();
    await untilSo(next, () => next.state(NAME).phase === 'waiting', 'waiting again');
    assert.notEqual(await pidOf(stage.main, stage.dataDir), pid);
  });

  it('that the service has signed out stays ended, and says why', async (t) => {
    const stage = await runsStage(t);
    aTerminal(t, stage.port);
    stage.service.sessions.clear();
    const runs = stage.app();
    await runs.begin();
    await runs.start(NAME);
    await untilSo(runs, () => runs.state(NAME).phase === 'failed', 'failed', 30);
    assert.match(runs.state(NAME).message ?? '', /The service no longer knows this bot/);
  });
});

describe('closing everything', () => {
  it('goes without a bot, and says what kept it from it', async (t) => {
    const stage = await runsStage(t);
    const terminal = aTerminal(t, stage.port);
    await openAPosition(stage.main);
    const runs = stage.app();
    await runs.begin();
    await runs.flatten(NAME);
    assert.equal(terminal.server().positions().length, 0);
    assert.equal(runs.state(NAME).phase, 'stopped');
    stage.deps.vault.remove('profile/main/bridge-token');
    await assert.rejects(runs.flatten(NAME), {
      code: 'unavailable',
      message: /^Nothing says that everything of Main is closed: .*share no token/,
    });
  });
});

const FIRST = { before: null, limit: 50 };

async function untilLast(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const late = systemClock.now() + 20_000;
  while (!(await isSo())) {
    assert.ok(systemClock.now() < late, 'it took more than 20 seconds');
    await new Promise<void>((resolve) => void setTimeout(resolve, 50));
  }
}

function spawnedOnce(dataDir: string): number {
  const log = readFileSync(botLogOf(dataDir, NAME), 'utf8');
  return log.split('Waiting for the terminal.').length - 1;
}
