import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { reportOutcome } from '@quorate/contract/decision-outcomes';
import { replayDecision } from '@quorate/contract/decision-replay';
import { analyse, listDecisions } from '@quorate/contract/decisions';
import type { PlanName } from '@quorate/contract/plans';
import { getDashboard } from '@quorate/contract/usage';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import type { Limits } from '../../../config/limits.ts';
import { offlinePanel } from '../../../models/offline-panel.ts';
import type { Panel, PanelVote, Question } from '../../../models/panel.ts';
import { bar, request } from '../testing/requests.ts';
import { orderTold } from './testing/told.ts';

type Options = { plan?: PlanName; panel?: Panel; limits?: Partial<Limits> };

/** Somebody with one decision: two of the three offline analysts wanted to buy. */
async function start(t: TestContext, { plan = 'Elite', ...options }: Options = {}) {
  const service = await startTestService(t, options);
  const { token } = await signedInUser(service, { plan });
  const { decision } = await service.call(analyse, request(bar(0)), token);
  assert.equal(decision.action, 'BUY');
  const params = { decision_id: decision.decision_id };
  return {
    service,
    token,
    decision,
    params,
    tell: (outcome = orderTold(decision.decision_id)) =>
      service.call(reportOutcome, { params, body: outcome }, token),
    replay: (body: object = {}) => service.call(replayDecision, { params, body }, token),
    refused: (body: object) => service.fail(replayDecision, { params, body }, token),
    used: async () => (await service.call(getDashboard, {}, token)).usage.tokens_used,
  };
}

/** The offline analysts, whose votes are changed; remembers what it was asked. */
function panelOf(change: (vote: PanelVote) => Partial<PanelVote>) {
  const questions: Question[] = [];
  const panel: Panel = {
    ...offlinePanel,
    ask: async (question, signal) => {
      questions.push(question);
      const votes = await offlinePanel.ask(question, signal);
      return question.only ? votes.map((vote) => ({ ...vote, ...change(vote) })) : votes;
    },
  };
  return { panel, questions };
}

describe('a decision with another risk profile', () => {
  it('is as it was where nothing is changed, and costs nothing', async (t) => {
    const { replay, tell, decision, used } = await start(t);
    await tell();
    const spent = await used();
    const { before, after, changes, tokens, usage } = await replay();
    assert.deepEqual(after, before);
    assert.deepEqual([changes, tokens, usage.tokens_used], [[], 0, spent]);
    assert.deepEqual(before.verdict.votes, decision.votes);
    assert.deepEqual(
      [before.verdict.action, before.verdict.reason],
      [decision.action, decision.reason],
    );
    assert.deepEqual([before.desk.kind, before.desk.lots], ['allowed', 0.53]);
  });

  it('tells what the desk would have sized, checked and refused, with the figures', async (t) => {
    const { replay, tell } = await start(t);
    await tell();
    const half = await replay({ risk: { risk_percent: 0.5 } });
    assert.deepEqual([half.after.desk.kind, half.after.desk.lots], ['allowed', 0.26]);
    assert.deepEqual(half.changes, ['Lots would have been 0.26 instead of 0.53.']);
    assert.deepEqual(half.after.verdict, half.before.verdict);

    const picky = await replay({ risk: { min_risk_reward: 2 } });
    assert.equal(picky.after.desk.rule, 'risk_reward');
    assert.deepEqual(picky.after.desk.checks.at(-1), {
      rule: 'risk_reward',
      value: 1.887,
      limit: 2,
      unit: 'ratio',
      pass: false,
    });
    assert.deepEqual(picky.changes, [
      'The risk desk would have refused: the reward of the BUY of EURUSD is 1.887 times its risk after costs, at least 2 is required.',
    ]);
    assert.deepEqual(await replay({ risk: { min_risk_reward: 2 } }), picky, 'asked twice');
  });

  it('tells what is not known, in place of a guess', async (t) => {
    const { replay, tell, decision } = await start(t);
    const silent = await replay({ risk: { risk_percent: 0.5 } });
    assert.deepEqual([silent.before.desk.kind, silent.after.desk.kind], ['unknown', 'unknown']);
    assert.match(silent.before.desk.sentence, /the bot has not told\.$/);
    assert.deepEqual(silent.changes, []);

    await tell({ ...orderTold(decision.decision_id), desk_inputs: null });
    const less = await replay({ risk: { risk_percent: 0.5 } });
    assert.deepEqual([less.before.desk.kind, less.after.desk.kind], ['allowed', 'unknown']);
    assert.deepEqual(less.changes, [
      'Whether the risk desk would have let the BUY of EURUSD through is not known: the bot has not reported what its desk looked at then.',
    ]);
  });

  it('makes nothing of figures that cannot have been, and does not count for minutes', async (t) => {
    const { replay, tell, decision } = await start(t);
    const outcome = orderTold(decision.decision_id);
    const { desk_inputs: inputs } = outcome;
    assert.ok(inputs);
    const told = (instrument: Partial<typeof inputs.instrument>, revision: number) =>
      tell({
        ...outcome,
        revision,
        desk_inputs: { ...inputs, instrument: { ...inputs.instrument, ...instrument } },
      });
    await told({ contract_size: 1e-6, volume_max_steps: 1e12 }, 2);
    assert.notEqual((await replay({ risk: { risk_percent: 2 } })).after.desk.kind, undefined);
    const commission_per_lot_per_side = { minor: 9e15, currency: 'USD' };
    await told({ commission_per_lot_per_side, volume_max_steps: 1e12 }, 3);
    const { after } = await replay({ risk: { risk_percent: 2 } });
    assert.equal(after.desk.kind, 'unknown');
    assert.match(after.desk.sentence, /cannot have been\.$/);
  });

  it('tells what would have been traded where the desk refused', async (t) => {
    const { replay, tell, decision } = await start(t);
    await tell(orderTold(decision.decision_id, {}, 10));
    const more = await replay({ risk: { max_daily_trades: 11 } });
    assert.deepEqual([more.before.desk.rule, more.after.desk.kind], ['daily_trades', 'allowed']);
    assert.deepEqual(more.changes, [
      'The risk desk would have let the BUY of EURUSD through with 0.53 lots.',
    ]);
  });

  it('tries every setting of a profile, and refuses what is none or out of bounds', async (t) => {
    const { replay, refused, tell, decision } = await start(t);
    await tell(orderTold(decision.decision_id, {}, 4));
    const fewer = await replay({ risk: { maximum_daily_trades: 4, drawdown_limit_percent: null } });
    assert.deepEqual([fewer.after.desk.kind, fewer.after.desk.rule], ['refused', 'daily_trades']);
    const fault = await refused({
      risk: { lucky_number: 7, maximum_daily_trades: 2.5, daily_loss_limit_percent: null },
    });
    assert.equal(fault.code, 'validation_failed');
    assert.match(JSON.stringify(fault), /risk\.lucky_number.*is no risk setting/);
    assert.match(JSON.stringify(fault), /a whole number from 1 to 1000/);
    assert.match(JSON.stringify(fault), /must be from 0\.1 to 100/);
  });
});

describe('a decision with other voters', () => {
  it('is asked again on the stored snapshot, by its hash, and differs by their votes', async (t) => {
    const { panel, questions } = panelOf(({ action }) =>
      action === 'SELL' ? { pUp: 0.45 } : { action: 'SELL', pUp: 0.3 },
    );
    const { replay, tell, decision } = await start(t, { panel });
    await tell();
    const { before, after, changes } = await replay({
      voters: ['breakout', 'trend', 'mean-reversion', 'trend'],
    });
    const [asked, again] = questions;
    assert.deepEqual(again?.snapshot, asked?.snapshot);
    assert.equal(again?.snapshotHash, decision.snapshot_hash);
    assert.equal(again?.depth, 'premium');
    assert.deepEqual(again?.only, ['trend', 'mean-reversion', 'breakout']);
    assert.deepEqual([before.verdict.action, after.verdict.action], ['BUY', 'SELL']);
    assert.equal(after.verdict.votes.length, 3);
    assert.ok(after.verdict.votes.every(({ share }) => share !== null));
    // The stop is as far as it was, on the other side of the same quote.
    assert.deepEqual(
      [after.desk.kind, after.desk.side, after.desk.lots],
      ['allowed', 'SELL', 0.53],
    );
    assert.match(
      changes[0] ?? '',
      /^The verdict would have been SELL instead of BUY: 3 of 3 analysts/,
    );
    assert.match(
      changes[1] ?? '',
      /^The pooled chance of a rise would have been \d+\.\d% instead of 53/,
    );
    assert.equal(changes.length, 2);
  });

  it('is charged what they took, and leaves no trace beside that', async (t) => {
    const { service, replay, tell, used, token } = await start(t);
    await tell();
    const spent = await used();
    const trace = async () => ({
      decisions: await service.db.selectFrom('decisions').selectAll().execute(),
      votes: await service.db.selectFrom('votes').selectAll().execute(),
      record: await service.db.selectFrom('record_entries').selectAll().execute(),
      symbols: await service.db.selectFrom('symbol_usage').selectAll().execute(),
      reservations: await service.db.selectFrom('token_reservations').selectAll().execute(),
    });
    const before = await trace();
    const { tokens, usage, after } = await replay({ voters: ['trend', 'breakout'] });
    assert.equal(
      tokens,
      after.verdict.votes.reduce((sum, vote) => sum + vote.tokens, 0),
    );
    assert.ok(tokens > 0);
    assert.deepEqual([usage.tokens_used, await used()], [spent + tokens, spent + tokens]);
    assert.deepEqual(await trace(), before);
    assert.equal((await service.call(listDecisions, {}, token)).pagination.total, 1);
  });

  it('holds by the rules where too few are asked, and says so', async (t) => {
    const { replay, tell } = await start(t);
    await tell();
    const { after, changes } = await replay({ voters: ['trend'] });
    assert.deepEqual([after.verdict.action, after.desk.kind], ['HOLD', 'nothing']);
    assert.equal(
      changes[0],
      'The verdict would have been HOLD instead of BUY: 1 voter was asked, and a trade needs the votes of 3.',
    );
  });

  it('names whoever is no voter, and those there are', async (t) => {
    const { refused, used } = await start(t);
    const spent = await used();
    const failure = await refused({ voters: ['trend', 'oracle'] });
    assert.deepEqual([failure.status, failure.code], [400, 'voter_unknown']);
    assert.equal(
      failure.message,
      'There is no voter called oracle. There are: trend, mean-reversion, breakout.',
    );
    assert.equal(await used(), spent);
  });

  it('asks nobody whom the plan does not ask, names the plan, and counts and charges nothing', async (t) => {
    const { panel, questions } = panelOf(() => ({}));
    const [first, ...others] = offlinePanel.voters;
    assert.ok(first);
    const asked = { basic: [first], advanced: offlinePanel.voters, premium: offlinePanel.voters };
    const narrow: Panel = { ...panel, votersAt: (depth) => asked[depth] };
    const { refused, replay, used, service } = await start(t, { plan: 'Free', panel: narrow });
    const spent = await used();
    const before = questions.length;
    for (const { analyst } of others) {
      const failure = await refused({ voters: ['trend', analyst] });
      assert.deepEqual([failure.status, failure.code], [403, 'voter_not_in_plan']);
      assert.equal(
        failure.message,
        `The Free plan asks trend; a vote of ${analyst} comes with a higher plan. Leave it out or upgrade.`,
      );
    }
    assert.deepEqual([questions.length, await used()], [before, spent]);
    await replay({ voters: ['trend'] });
    await service.db.updateTable('users').set({ given_plan: 'Starter' }).execute();
    await replay({ voters: others.map(({ analyst }) => analyst) });
  });

  it('goes no deeper than the plan, and no depth goes without voters', async (t) => {
    const { panel, questions } = panelOf(() => ({}));
    const { refused, replay } = await start(t, { plan: 'Free', panel });
    const failure = await refused({ voters: ['trend'], depth: 'premium' });
    assert.deepEqual([failure.status, failure.code], [403, 'depth_not_in_plan']);
    assert.equal(
      failure.message,
      'The Free plan comes with basic analysis; premium analysis needs an upgrade.',
    );
    await replay({ voters: ['trend'], depth: 'basic' });
    assert.equal(questions.at(-1)?.depth, 'basic');
    const bare = await refused({ depth: 'basic' });
    assert.deepEqual([bare.status, bare.code], [400, 'validation_failed']);
    assert.match(bare.message, /depth needs voters/);
  });
});

describe('the limits of replays', () => {
  it('are those of an hour, for free ones, too', async (t) => {
    const { replay, refused, service } = await start(t, { limits: { replays: 2 } });
    await replay();
    await replay();
    const failure = await refused({});
    assert.deepEqual([failure.status, failure.code], [429, 'rate_limited']);
    assert.match(failure.message, /the limit is 2 replays of decisions an hour/);
    service.clock.advance(3_600_000);
    await replay();
  });

  it('are the requests a minute of the plan where voters are asked', async (t) => {
    const panel = { ...offlinePanel, offline: false };
    const { replay, refused } = await start(t, { plan: 'Free', panel });
    for (let asked = 1; asked < 20; asked += 1) await replay({ voters: ['trend'] });
    const failure = await refused({ voters: ['trend'] });
    assert.match(failure.message, /the limit is 20 requests a minute on the Free plan/);
    await replay();
  });

  it('are the tokens of the plan: what is left must do for the most they can take', async (t) => {
    const { service, token, replay, refused } = await start(t, { plan: 'Pro' });
    const { usage } = await service.call(getDashboard, {}, token);
    await service.db
      .updateTable('token_usage')
      .set({ tokens_used: usage.token_limit - 10 })
      .execute();
    const failure = await refused({ voters: ['trend'] });
    assert.deepEqual([failure.status, failure.code], [403, 'token_limit_reached']);
    assert.equal((await replay()).usage.tokens_remaining, 10);
  });
});

describe('a replay of a decision of somebody else', () => {
  it('is not found, like one that nobody has', async (t) => {
    const { service, params } = await start(t);
    const { token } = await signedInUser(service);
    const body = { voters: ['trend'] };
    const others = await service.fail(replayDecision, { params, body }, token);
    const none = { decision_id: '01890000-0000-7000-8000-00000000ffff' };
    const nobodys = await service.fail(replayDecision, { params: none, body }, token);
    assert.deepEqual([others.status, others.code], [404, 'not_found']);
    assert.deepEqual([nobodys.status, nobodys.message], [404, others.message]);
  });
});
