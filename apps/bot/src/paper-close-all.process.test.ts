import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runHurried } from './testing/hurried-bot.ts';
import { paperStage, until } from './testing/paper-stage.ts';
import { runBot, startBot } from './testing/run-bot.ts';
import type { OwnerCommand } from './testing/stand-in-state.ts';

const stage = paperStage();

const isProof = (path: string, text: string) =>
  path === '/api/bot/heartbeat' && text.includes('"acknowledged":[{');
const isOpenTrade = (path: string, text: string) =>
  path === '/api/bot/trades' && text.includes('"status":"OPEN"');
const given = (): OwnerCommand => stage.service.commands[0] ?? assert.fail('no command was given');
const hasCommand = () => stage.service.beats.at(-1)?.received.includes(given().id) === true;

/**
 * Gives the command while the bot tells of a position that it has open. The bot waits for the answer, and
 * gets it once it has the command: the position is open when the command holds, whatever the speed.
 */
function closeAllWhileOpen(): void {
  stage.service.mischief = async ({ path, text }) => {
    if (stage.service.commands.length === 0 && isOpenTrade(path, text)) {
      stage.service.command('close_all');
      await until(hasCommand);
    }
    return 'none' as const;
  };
}

/**
 * Runs again where the stop of the position was hit in the very candle at which it was to be closed: which
 * trade the bot tells of first depends on how fast it is.
 */
async function untilOneIsClosed(run: () => Promise<void>): Promise<void> {
  for (let tries = 1; tries <= 5; tries++) {
    if (tries > 1) await stage.renew();
    await run();
    if (given().result?.closed.length !== 0) return;
    const ended = stage.rows();
    assert.ok(
      ended.every((row) => stage.control.includes(row)),
      'each ended on its own',
    );
  }
}

/** The proof, which must be what the service has in its trades. */
function expectProof(): NonNullable<OwnerCommand['result']> {
  const result = given().result ?? assert.fail('no proof');
  assert.equal(result.entries_off, true);
  assert.equal(result.closed.length, 1);
  const trades = [...stage.service.trades.values()];
  for (const { ticket, symbol, price, digits, at } of result.closed) {
    const trade = trades.find(({ position_ticket }) => position_ticket === ticket);
    assert.deepEqual(
      { ...trade, position_ticket: ticket },
      {
        ...trade,
        position_ticket: ticket,
        symbol,
        digits,
        status: 'CLOSED',
        close_price: price,
        closed_at: at,
      },
    );
    // Closed on command, not where it would have ended by itself.
    assert.notEqual(price, trade?.stop_loss);
    assert.notEqual(price, trade?.take_profit);
    const undisturbed = stage.control.map((row) => JSON.parse(row) as { closed_at: string | null });
    assert.ok(!undisturbed.some(({ closed_at }) => closed_at === at));
  }
  assert.ok(trades.every(({ status }) => status === 'CLOSED'));
  const newest =
    trades
      .map(({ opened_at }) => opened_at)
      .toSorted()
      .at(-1) ?? '';
  assert.ok(newest < (result.closed[0]?.at ?? ''), 'nothing was opened after it');
  const last = stage.service.beats.at(-1);
  assert.deepEqual([last?.state, last?.open_positions, last?.ended], ['halted', 0, true]);
  return result;
}

const slowly = () => stage.args('--speed', '100', '--give-up-after', '600');

describe('the command to close everything', () => {
  it('closes at the next candle what is open, with the ticket and the price of each as proof', async () => {
    await untilOneIsClosed(async () => {
      closeAllWhileOpen();
      const run = await runHurried(slowly());
      assert.equal(run.exit, 0, run.stderr);
      assert.match(run.stderr, /Halted by its owner: everything is closed/);
    });
    const { closed } = expectProof();
    const bar = Date.parse(closed[0]?.at ?? '');
    const told = stage.service.beats.find(({ received }) => received.includes(given().id));
    assert.equal(told?.open_positions, 1);
    assert.equal(bar % 3_600_000, 0, 'at the close of a candle');
  });

  it('that comes again, or is given once more, closes nothing more', async () => {
    await untilOneIsClosed(async () => {
      closeAllWhileOpen();
      const run = await runHurried(slowly());
      assert.equal(run.exit, 0, run.stderr);
    });
    const proof = expectProof();
    const rows = stage.rows();
    // The service has lost its proof, and the owner presses again.
    given().result = null;
    const second = stage.service.command('close_all');
    const again = await runHurried(slowly());
    assert.equal(again.exit, 0, again.stderr);
    assert.deepEqual(given().result, proof, 'a proof that comes again is the same one');
    assert.deepEqual(second.result?.closed, []);
    assert.deepEqual(stage.rows(), rows);
  });

  it('is proven by the next run when the bot is killed between the closing and its proof', async () => {
    await untilOneIsClosed(async () => {
      closeAllWhileOpen();
      const giveCommand = stage.service.mischief;
      const bot = startBot(stage.args('--speed', '200'));
      stage.service.mischief = (call) => {
        if (!isProof(call.path, call.text)) return giveCommand(call);
        bot.child.kill('SIGKILL');
        return 'drop';
      };
      const ended = await bot.ended;
      const how = `exit ${ended.exit}, ${stage.service.calls.length} calls: ${ended.stderr}`;
      assert.equal(bot.child.signalCode, 'SIGKILL', how);
      assert.equal(given().result, null);
      stage.service.mischief = () => 'none';
      const again = await runBot(stage.args());
      assert.equal(again.exit, 0, again.stderr);
    });
    expectProof();
  });

  it('is carried out and proven later when the service is away meanwhile', async () => {
    await untilOneIsClosed(async () => {
      closeAllWhileOpen();
      const giveCommand = stage.service.mischief;
      let away = 0;
      stage.service.mischief = async (call) => {
        if (isProof(call.path, call.text) && away++ === 0) {
          setImmediate(
            () =>
              void stage.service
                .kill()
                .then(() => setTimeout(() => void stage.service.revive(), 200)),
          );
          return 'drop';
        }
        return giveCommand(call);
      };
      const run = await runHurried(slowly());
      assert.equal(run.exit, 0, run.stderr);
      assert.match(run.stderr, /The dashboard cannot be told how this bot is doing: /);
      assert.match(run.stderr, /The service hears this bot again\./);
    });
    expectProof();
  });

  it('keeps the bot from opening anything until its owner lets it go on', async () => {
    closeAllWhileOpen();
    const giveCommand = stage.service.mischief;
    let resumed: OwnerCommand | null = null;
    stage.service.mischief = (call) => {
      if (resumed === null && stage.service.commands[0]?.result)
        resumed = stage.service.command('resume');
      return giveCommand(call);
    };
    const run = await runHurried(slowly());
    assert.equal(run.exit, 0, run.stderr);
    assert.match(run.stderr, /Its owner lets the bot go on\./);
    const [closing, resuming] = stage.service.commands;
    assert.equal(resuming?.result?.entries_off, false);
    assert.equal(stage.service.beats.at(-1)?.state, 'active');
    const closedAt = closing?.result?.closed[0]?.at ?? '';
    const trades = [...stage.service.trades.values()];
    assert.ok(trades.some(({ opened_at }) => opened_at > closedAt));
    // Walked again from its journal it is the same run.
    const rows = stage.rows();
    const again = await runHurried(slowly());
    assert.equal(again.exit, 0, again.stderr);
    assert.deepEqual(stage.rows(), rows);
  });
});
