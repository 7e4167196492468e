import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VoteFault } from '@quorate/contract/decisions';
import {
  aModel,
  aPanel,
  aQuestion,
  FAKE_KEY,
  nobodyLeaves,
} from '../../test/helpers/fake-models/a-panel.ts';
import { type Behaviour, startFakeModels } from '../../test/helpers/fake-models/fake-models.ts';
import { FORMATS } from '../../test/helpers/fake-models/formats.ts';

/** For those who let it pass. */
const SHORT_MS = 300;
const DEADLINE_MS = 5_000;
/** What a loaded machine may add to a timer. */
const SLACK_MS = 1_500;

const evidence = (field: string, value: number | string) => ({
  kind: 'vote' as const,
  fields: { evidence: [{ field, value }] },
});
const fields = (changes: Readonly<Record<string, unknown>>) =>
  ({ kind: 'vote', fields: changes }) as const;

/** Everything a provider can do wrong, and what the vote says of it. */
const WRONG: readonly (readonly [string, Behaviour, VoteFault])[] = [
  ['hangs', { kind: 'hang' }, 'timeout'],
  ['answers too late', { kind: 'vote', afterMs: SHORT_MS * 10 }, 'timeout'],
  ['answers 429', { kind: 'status', status: 429 }, 'rate_limited'],
  [
    'answers 429 for a minute',
    { kind: 'status', status: 429, headers: { 'retry-after': '60' } },
    'rate_limited',
  ],
  ['answers 500', { kind: 'status', status: 500 }, 'provider_error'],
  ['answers 529', { kind: 'status', status: 529 }, 'provider_error'],
  ['answers 401', { kind: 'status', status: 401 }, 'provider_refused'],
  ['answers 400', { kind: 'status', status: 400 }, 'provider_refused'],
  [
    'sends us elsewhere',
    { kind: 'status', status: 307, headers: { location: 'http://127.0.0.1:1/' } },
    'provider_refused',
  ],
  ['answers with a page', { kind: 'body', body: '<html>Welcome</html>' }, 'malformed'],
  ['answers with nothing', { kind: 'body', body: '' }, 'malformed'],
  ['answers with an empty object', { kind: 'body', body: '{}' }, 'malformed'],
  ['answers with 2 MB', { kind: 'body', body: `{"id":"${'x'.repeat(2_000_000)}"}` }, 'malformed'],
  ['breaks off', { kind: 'broken-off' }, 'unreachable'],
  ['is cut off', { kind: 'cut-off' }, 'malformed'],
  ['writes prose', { kind: 'text', text: 'I would buy here.' }, 'malformed'],
  ['writes half an object', { kind: 'text', text: '{"action":"BUY",' }, 'malformed'],
  ['writes another object', { kind: 'text', text: '{"action":"BUY"}' }, 'malformed'],
  ['writes null', { kind: 'text', text: 'null' }, 'malformed'],
  ['names an old hash', fields({ snapshot_hash: 'a'.repeat(64) }), 'stale'],
  ['names no hash', fields({ snapshot_hash: '' }), 'stale'],
  ['invents a value', evidence('indicators.adx14', 99.9), 'ungrounded'],
  ['invents a value as text', evidence('indicators.adx14', '34.2'), 'ungrounded'],
  ['invents a field', evidence('indicators.macd', 1), 'ungrounded'],
  ['invents a price', evidence('close', 1.0875), 'ungrounded'],
  ['quotes what every object has', evidence('constructor.name', 'Object'), 'ungrounded'],
  ['is surer than sure', fields({ p_up: 1.5 }), 'malformed'],
  ['contradicts itself', fields({ p_up: 0.2 }), 'malformed'],
  ['has no stop', fields({ sl_atr: null }), 'malformed'],
  ['has a stop far away', fields({ sl_atr: 40 }), 'malformed'],
  ['gives no evidence', fields({ evidence: [] }), 'malformed'],
  ['writes a page of reasons', fields({ reason: 'because '.repeat(40) }), 'malformed'],
  ['adds prices', fields({ entry: 1.0875, stop_loss: 1.08 }), 'malformed'],
  ['adds a volume', fields({ lots: 5 }), 'malformed'],
  ['wants to close', fields({ action: 'CLOSE' }), 'malformed'],
  ['writes its probability as text', fields({ p_up: '0.62' }), 'malformed'],
];

// Each has a server of its own, and waits most of its time.
describe('a model whose provider', { concurrency: 6 }, () => {
  for (const [what, behaviour, fault] of WRONG)
    for (const format of FORMATS)
      it(`${what} does not vote and holds nobody up (${format})`, async (t) => {
        const fake = await startFakeModels(t);
        fake.behave = () => behaviour;
        const deadlineMs = fault === 'timeout' ? SHORT_MS : DEADLINE_MS;
        const { panel, faults } = aPanel([aModel(fake, format)], { deadlineMs });
        const begun = performance.now();
        const question = aQuestion();
        const votes = await panel.ask(question, nobodyLeaves());
        assert.ok(performance.now() - begun < deadlineMs + SLACK_MS);
        const [vote] = votes;
        assert.ok(vote);
        assert.equal(vote.fault, fault, vote.reason);
        assert.deepEqual(
          [vote.abstained, vote.action, vote.pUp, vote.stopLossAtr, vote.evidence],
          [true, 'HOLD', 0.5, null, []],
        );
        assert.match(vote.reason, /^Abstained: [^\p{C}]+\.$/u);
        assert.ok(vote.tokens <= panel.estimateOf(question).all);
        assert.doesNotMatch(JSON.stringify([votes, faults]), new RegExp(FAKE_KEY));
        assert.equal(faults.at(-1)?.fault, fault, 'what failed is logged');
      });

  // @spec 1.2
  for (const format of FORMATS)
    it(`is not there does not vote (${format})`, async () => {
      const nowhere = { baseUrl: () => 'http://127.0.0.1:9/v1' };
      const { panel } = aPanel([aModel(nowhere, format)], { deadlineMs: DEADLINE_MS });
      const [vote] = await panel.ask(aQuestion(), nobodyLeaves());
      assert.deepEqual([vote?.fault, vote?.abstained, vote?.tokens], ['unreachable', true, 0]);
    });
});
