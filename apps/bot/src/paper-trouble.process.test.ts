import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runHurried } from './testing/hurried-bot.ts';
import { PASSWORD, paperStage, summaryOf, until } from './testing/paper-stage.ts';
import { runBot, startBot } from './testing/run-bot.ts';
import { failure } from './testing/stand-in-answers.ts';

const stage = paperStage();

describe('a paper run in trouble', () => {
  it('outlives a service that is killed and comes back', async () => {
    let killed = 0;
    stage.service.mischief = ({ path, count }) => {
      if (
        (path === '/api/bot/analyse' && count === 10) ||
        (path === '/api/bot/trades' && count === 1)
      ) {
        killed++;
        setImmediate(
          () =>
            void stage.service
              .kill()
              .then(() => setTimeout(() => void stage.service.revive(), 300)),
        );
        return 'drop-after';
      }
      return 'none';
    };
    const run = await runBot(stage.args());
    assert.equal(run.exit, 0, run.stderr);
    assert.equal(killed, 2);
    assert.match(run.stderr, /is out of reach: /);
    assert.deepEqual(stage.rows(), stage.control);
  });

  it('sends again whatever was lost, refused by a proxy or limited, and doubles nothing', async () => {
    const limited = failure('rate_limited', { limit: '20 a minute', retry_after_s: 1 });
    let calls = 0;
    let wasLimited = false;
    stage.service.mischief = ({ path }) => {
      if (!path.startsWith('/api/bot/')) return 'none';
      calls++;
      // A heartbeat that is sent away is not tried again: the next one tells more.
      if (calls >= 50 && path === '/api/bot/analyse' && !wasLimited) {
        wasLimited = true;
        return {
          status: 429,
          headers: { 'retry-after': '1' },
          body: JSON.stringify(limited.document),
        };
      }
      if (calls % 37 === 0) return 'drop';
      if (calls % 23 === 0) return 'drop-after';
      if (calls % 41 === 0) return { status: 502, body: '<html>bad gateway</html>' };
      return 'none';
    };
    const run = await runHurried(stage.args('--give-up-after', '600'));
    assert.equal(run.exit, 0, run.stderr);
    assert.deepEqual(stage.rows(), stage.control);
    assert.match(
      run.stderr,
      /Too many requests: the limit is 20 a minute\. Try again in 1 s\. Waiting 1\.0 s\./,
    );
    assert.equal(summaryOf(run).decisions, stage.service.decisions.size);
  });

  it('stops once its token is ended on the dashboard, says what to do, and goes on with a new code', async () => {
    const bare = stage.args().filter((arg) => arg !== '--password' && arg !== PASSWORD);
    stage.service.codes.add('F7KQ-2MXD').add('2222-3333');
    let asked = 0;
    stage.service.mischief = ({ path }) => {
      if (path === '/api/bot/analyse' && ++asked === 30) stage.service.sessions.clear();
      return 'none';
    };
    const run = await runBot([...bare, '--code', 'F7KQ-2MXD']);
    assert.equal(run.exit, 4, run.stderr);
    assert.match(run.stderr, /it was ended on the dashboard.*Nothing more is traded\. Make a code/);
    assert.equal(JSON.parse(run.stdout).code, 'signed_out');
    assert.equal(stage.callsOf('/login'), 0);
    assert.ok(asked <= 31, 'nothing is asked any more');
    const stopped = stage.service.trades.size;
    assert.equal((await runBot(bare)).exit, 2, 'there is nothing to sign in with');
    assert.equal(stage.service.trades.size, stopped);
    const again = await runBot([...bare, '--code', '2222-3333']);
    assert.equal(again.exit, 0, again.stderr);
    assert.deepEqual(stage.rows(), stage.control);
  });

  it('gives up on a service that stays away, keeps everything, and goes on later', async () => {
    stage.service.mischief = ({ path, count }) => {
      if (path !== '/api/bot/analyse' || count < 30) return 'none';
      setImmediate(() => void stage.service.kill());
      return 'drop';
    };
    const run = await runBot(stage.args('--give-up-after', '1'));
    assert.equal(run.exit, 3, run.stderr);
    const summary = summaryOf(run);
    assert.equal(summary.success, false);
    assert.equal(summary.code, 'service_unreachable');
    assert.equal(summary.decisions, 29);
    assert.match(run.stderr, /stayed out of reach: nothing listens there\./);
    stage.service.mischief = () => 'none';
    await stage.service.revive();
    const second = await runBot(stage.args());
    assert.equal(second.exit, 0, second.stderr);
    assert.match(second.stderr, /Going on with this run: 29 answers are in its journal\./);
    assert.deepEqual(stage.rows(), stage.control);
  });

  it('ends in order on Ctrl-C and goes on when it is started again', async () => {
    const bot = startBot(stage.args('--speed', '1000'));
    await until(() => stage.service.decisions.size >= 20);
    bot.child.kill('SIGINT');
    const run = await bot.ended;
    assert.equal(run.exit, 130, run.stderr);
    const summary = summaryOf(run);
    assert.equal(summary.interrupted, true);
    assert.equal(summary.complete, false);
    assert.equal(summary.unsynced, 0);
    assert.equal(summary.synced, stage.service.trades.size);
    const second = await runBot(stage.args());
    assert.equal(second.exit, 0, second.stderr);
    assert.deepEqual(stage.rows(), stage.control);
    assert.equal(
      stage.callsOf('/api/bot/analyse'),
      stage.service.decisions.size,
      'nothing was asked twice',
    );
  });

  it('ends its wait for the service when it is told to end', async () => {
    stage.service.mischief = ({ path, count }) =>
      path === '/api/bot/analyse' && count > 5 ? { status: 503, body: '' } : 'none';
    const bot = startBot(stage.args());
    await until(() => bot.stderr().includes('is out of reach'));
    bot.child.kill('SIGTERM');
    const run = await bot.ended;
    assert.equal(run.exit, 130);
    assert.equal(summaryOf(run).interrupted, true);
    assert.equal(summaryOf(run).decisions, 5);
  });

  it('ends at once on a second Ctrl-C, even while a call hangs', async () => {
    stage.service.mischief = ({ path, count }) =>
      path === '/api/bot/analyse' && count > 5 ? 'hang' : 'none';
    const bot = startBot(stage.args());
    await until(() => stage.callsOf('/api/bot/analyse') === 6);
    bot.child.kill('SIGINT');
    await until(() => bot.stderr().includes('once more ends at once.'));
    const started = performance.now();
    bot.child.kill('SIGINT');
    const run = await bot.ended;
    assert.equal(run.exit, 130);
    assert.ok(performance.now() - started < 2_000);
    stage.service.mischief = () => 'none';
    assert.equal((await runBot(stage.args())).exit, 0);
    assert.deepEqual(stage.rows(), stage.control);
  });

  it('goes on after kill -9 at any moment, as though nothing had been', async () => {
    for (const decisions of [3, 12, 25, 40]) {
      const bot = startBot(stage.args('--speed', '2000'));
      await until(() => stage.service.decisions.size >= decisions || bot.child.exitCode !== null);
      bot.child.kill('SIGKILL');
      await bot.ended;
      assert.equal(bot.child.signalCode, 'SIGKILL', 'it was killed under way');
    }
    const run = await runBot(stage.args());
    assert.equal(run.exit, 0, run.stderr);
    assert.deepEqual(stage.rows(), stage.control);
    assert.equal(summaryOf(run).resumed, true);
  });
});
