import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TOUCH_BARS } from '@quorate/trading/simulation/first-touch';
import { HOUR_MS } from '@quorate/values/instant';
import { BARS, paperStage, until } from './testing/paper-stage.ts';
import { runBot, startBot } from './testing/run-bot.ts';

const stage = paperStage();

/** What the service knows of each decided bar, oldest first. */
function told() {
  const { decisions, outcomes } = stage.service;
  return [...decisions.values()]
    .toSorted((a, b) => (a.as_of < b.as_of ? -1 : 1))
    .map(({ as_of, action, decision_id }) => ({
      as_of,
      action,
      outcome: outcomes.get(decision_id),
    }));
}

function summaries() {
  return told().map(({ as_of, action, outcome }) =>
    outcome
      ? [as_of, action, outcome.verdict, outcome.first_touch, outcome.revision].join(' ')
      : `${as_of} ${action} nothing`,
  );
}

describe('what became of the decisions of a paper run', () => {
  it('is told with what price did first, of those that asked for nothing, too', async () => {
    const bodies: string[] = [];
    stage.service.mischief = ({ path, text }) => {
      if (path === '/api/bot/decision-outcomes') bodies.push(text);
      return 'none';
    };
    const run = await runBot(stage.args());
    assert.equal(run.exit, 0, run.stderr);
    const decided = told();
    const last = Date.parse(decided.at(-1)?.as_of ?? '');
    const counts = { held: 0, ordered: 0, vetoed: 0 };
    for (const { as_of, action, outcome } of decided) {
      // Markets close for the weekend: a bar is an hour at least.
      if (last - Date.parse(as_of) < 2 * TOUCH_BARS * HOUR_MS) continue;
      assert.ok(outcome, `${as_of} ${action}`);
      assert.notEqual(outcome.first_touch, null, `${as_of} ${action}`);
      assert.equal(outcome.verdict === 'held', action === 'HOLD');
      counts[outcome.verdict] += 1;
      if (outcome.verdict !== 'held') continue;
      assert.equal(outcome.desk_inputs?.instrument.symbol, 'EURUSD');
      assert.ok(JSON.stringify(outcome).length < 2_500, JSON.stringify(outcome));
    }
    assert.ok(counts.held > 10 && counts.ordered > 10, JSON.stringify(counts));
    for (const rule of ['daily_loss', 'weekly_loss', 'weekly_profit', 'drawdown']) {
      const figures = decided.flatMap(
        ({ outcome }) => outcome?.checks.filter((check) => check.rule === `${rule}_percent`) ?? [],
      );
      const moved = figures.filter(({ value }) => typeof value === 'number' && value > 0);
      assert.ok(moved.length > 0, `${rule}: none of ${figures.length} figures is above 0`);
    }
    const sentTwice = decided.filter(
      ({ outcome }) =>
        outcome?.verdict === 'held' && bodies.join('').split(outcome.decision_id).length !== 2,
    );
    assert.deepEqual(sentTwice, [], 'one report of each that asked for nothing');
  });

  it('is the same after kill -9 in between, and nothing is told again when the run is complete', async () => {
    await runBot(stage.args());
    const control = summaries();
    assert.ok(control.length > BARS / 50);
    stage.service.decisions.clear();
    stage.service.outcomes.clear();
    stage.service.trades.clear();
    const data = ['--data-dir', `${stage.data}-again`];
    for (const decisions of [10, 30]) {
      const bot = startBot(stage.args(...data, '--speed', '2000'));
      await until(() => stage.service.decisions.size >= decisions || bot.child.exitCode !== null);
      bot.child.kill('SIGKILL');
      await bot.ended;
    }
    const run = await runBot(stage.args(...data));
    assert.equal(run.exit, 0, run.stderr);
    assert.deepEqual(summaries(), control);
    const calls = stage.callsOf('/api/bot/decision-outcomes');
    assert.equal((await runBot(stage.args(...data))).exit, 0);
    assert.equal(stage.callsOf('/api/bot/decision-outcomes'), calls);
  });
});
