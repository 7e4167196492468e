import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { aModel, aPanel, aQuestion, nobodyLeaves } from '../../test/helpers/fake-models/a-panel.ts';
import { type FakeModels, startFakeModels } from '../../test/helpers/fake-models/fake-models.ts';
import { FORMATS } from '../../test/helpers/fake-models/formats.ts';
import { testClock } from '../../test/helpers/test-clock.ts';
import type { Panel, PanelVote, Question } from './panel.ts';

const DEADLINE_MS = 900;
const HOUR_MS = 3_600_000;
const SLOW = 'anthropic';

/** Three models of which one never answers, until it does. */
async function withSlowVoter(t: TestContext) {
  const fake = await startFakeModels(t);
  const clock = testClock();
  const models = FORMATS.map((format) => aModel(fake, format));
  const { panel } = aPanel(models, { clock, deadlineMs: DEADLINE_MS });
  hang(fake);
  /** At the close of an hourly bar. */
  const askNow = () => timed(panel, aQuestion({ closedAt: clock.now() }));
  return { fake, clock, panel, askNow };
}

function hang(fake: FakeModels): void {
  fake.behave = ({ format }) => (format === SLOW ? { kind: 'hang' } : { kind: 'vote' });
}

async function timed(panel: Panel, question: Question) {
  const begun = performance.now();
  const votes = await panel.ask(question, nobodyLeaves());
  return { ms: performance.now() - begun, faults: faultsOf(votes), votes };
}

function faultsOf(votes: readonly PanelVote[]) {
  return Object.fromEntries(votes.map(({ analyst, fault }) => [analyst, fault]));
}

describe('a voter that uses up its time', () => {
  it('costs the deadline once: at the next bar it is not asked, and nobody waits for it', async (t) => {
    const { fake, clock, panel, askNow } = await withSlowVoter(t);
    const first = await askNow();
    assert.equal(first.faults[SLOW], 'timeout');
    assert.ok(first.ms >= DEADLINE_MS - 50);
    assert.deepEqual(panel.resting(), [SLOW]);
    const asked = fake.asked.length;
    clock.advance(HOUR_MS);
    const next = await askNow();
    assert.deepEqual(next.faults, { 'openai-compatible': null, [SLOW]: 'resting', google: null });
    assert.ok(next.ms < DEADLINE_MS / 2, `${next.ms}`);
    assert.equal(fake.asked.length, asked + 2);
    const rested = next.votes.find(({ analyst }) => analyst === SLOW);
    assert.deepEqual([rested?.tokens, rested?.latencyMs], [0, 0]);
    assert.match(rested?.reason ?? '', /used up its time/);
  });

  it('is tried again at ever fewer bars, by one question, until it answers', async (t) => {
    const { fake, clock, panel, askNow } = await withSlowVoter(t);
    const faults = [];
    for (let hour = 0; hour < 16; hour += 1) {
      faults.push((await askNow()).faults[SLOW]);
      clock.advance(HOUR_MS);
    }
    const tried = faults.flatMap((fault, hour) => (fault === 'timeout' ? [hour] : []));
    assert.deepEqual(tried, [0, 2, 5, 11]);
    assert.ok(faults.every((fault) => fault === 'timeout' || fault === 'resting'));
    clock.advance(8 * HOUR_MS);
    fake.behave = () => ({ kind: 'vote', afterMs: 100 });
    const trials = await Promise.all([askNow(), askNow(), askNow()]);
    assert.deepEqual(
      trials.map((each) => each.faults[SLOW]),
      [null, 'resting', 'resting'],
    );
    assert.deepEqual(panel.resting(), []);
    assert.equal((await askNow()).faults[SLOW], null);
  });

  it('rests for half a minute where no market waits: a file is read faster than its bars', async (t) => {
    const { clock, panel } = await withSlowVoter(t);
    assert.equal((await timed(panel, aQuestion())).faults[SLOW], 'timeout');
    clock.advance(29_999);
    assert.equal((await timed(panel, aQuestion())).faults[SLOW], 'resting');
    clock.advance(1);
    assert.equal((await timed(panel, aQuestion())).faults[SLOW], 'timeout');
  });

  it('is not slow where the bar came late, or its caller has gone', async (t) => {
    const { clock, panel } = await withSlowVoter(t);
    const late = aQuestion({ closedAt: clock.now() - DEADLINE_MS });
    assert.equal((await timed(panel, late)).faults[SLOW], 'timeout');
    const caller = new AbortController();
    const left = assert.rejects(panel.ask(aQuestion(), caller.signal));
    caller.abort();
    await left;
    assert.deepEqual(panel.resting(), []);
  });

  it('keeps its first vote where only the second takes too long, and is not asked for that again', async (t) => {
    const { fake, clock, panel } = await withSlowVoter(t);
    const isSecond = (prompt: string) => prompt.includes('do not agree');
    fake.behave = ({ format, prompt }) => {
      if (format !== SLOW) return { kind: 'vote' };
      if (isSecond(prompt)) return { kind: 'hang' };
      return { kind: 'vote', fields: { action: 'SELL', p_up: 0.3 } };
    };
    const askPremium = () => timed(panel, aQuestion({ depth: 'premium', closedAt: clock.now() }));
    const first = await askPremium();
    assert.ok(first.ms >= DEADLINE_MS - 50);
    clock.advance(HOUR_MS);
    const next = await askPremium();
    assert.ok(next.ms < DEADLINE_MS / 2, `${next.ms}`);
    for (const { votes } of [first, next])
      assert.deepEqual(
        votes.map(({ action, round, fault }) => [action, round, fault]),
        [
          ['BUY', 2, null],
          ['SELL', 1, null],
          ['BUY', 2, null],
        ],
      );
    assert.equal(fake.asked.filter(({ prompt }) => isSecond(prompt)).length, 3 + 2);
    assert.deepEqual(panel.resting(), []);
  });
});

describe('the deadline of a question', () => {
  it('counts from the close of the bar; a third of it is left however late that comes', async (t) => {
    for (const [lateMs, expectedMs] of [
      [300, 600],
      [HOUR_MS, 300],
      [-HOUR_MS, 900],
    ] as const) {
      const { clock, panel } = await withSlowVoter(t);
      const { ms, faults } = await timed(panel, aQuestion({ closedAt: clock.now() - lateMs }));
      assert.deepEqual(faults, { 'openai-compatible': null, [SLOW]: 'timeout', google: null });
      assert.ok(ms >= expectedMs - 20 && ms < expectedMs + 250, `${lateMs}: ${ms}`);
    }
  });

  it('is all of it for a bar that was replayed', async (t) => {
    const { panel } = await withSlowVoter(t);
    const { ms } = await timed(panel, aQuestion());
    assert.ok(ms >= DEADLINE_MS - 50, `${ms}`);
  });
});
