import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DecisionRequest } from '../analysts/decision.ts';
import { createOfflineDecisions } from '../analysts/offline-decisions.ts';
import { canonicalJson } from '../market/canonical-json.ts';
import { buildSnapshot } from '../market/snapshot.ts';
import { runLoop, someBars } from '../testing/loop-fixture.ts';
import type { LoopEvent } from './trading-loop-events.ts';

test('a document that is looked at after the run is the one of its own bar, byte for byte', async () => {
  const series = someBars();
  const asked: DecisionRequest[] = [];
  const offline = createOfflineDecisions({ learning: false });
  await runLoop({
    series: [series],
    decisions: {
      decide(request) {
        asked.push(request);
        return offline.decide(request);
      },
    },
  });
  assert.ok(asked.length > 20);
  const documents = new Map(asked.map(({ snapshot }) => [snapshot.as_of, snapshot]));
  let found = 0;
  for (let index = 0; index < series.length; index += 1) {
    const plain = buildSnapshot(series, index);
    const document = plain && documents.get(plain.as_of);
    if (!document) continue;
    found += 1;
    assert.equal(canonicalJson(document), canonicalJson(plain));
  }
  assert.equal(found, asked.length);
  assert.equal(asked[0]?.snapshot, asked[0]?.snapshot);
});

test('the offline panel answers the same from the figures as from the document', async () => {
  const { decide } = createOfflineDecisions({ learning: false });
  let questions = 0;
  await runLoop({
    decisions: {
      decide(request) {
        questions += 1;
        const { snapshot, tradesOpenedToday } = request;
        const answer = decide(request);
        assert.deepEqual(decide({ snapshot, tradesOpenedToday }), answer);
        return answer;
      },
    },
  });
  assert.ok(questions > 20);
});

test('each bar is asked about or told to be quiet, and why, where people watch', async () => {
  const series = [someBars(4), { ...someBars(4), symbol: 'EURUSD.x' }];
  const { events, of, result } = await runLoop({ series, tellsQuiet: true, planDailyTrades: 1 });
  const nameOf = ({ symbol, asOf }: Pick<LoopEvent, 'symbol' | 'asOf'>) => `${symbol} ${asOf}`;
  const bars = of('bar').map(nameOf).toSorted();
  const told = events.filter(({ kind }) => kind === 'quiet' || kind === 'decision');
  assert.deepEqual(told.map(nameOf).toSorted(), bars);
  const quiet = of('quiet');
  const notAsked = Object.values(result.notAsked).reduce((sum, count) => sum + count, 0);
  assert.equal(quiet.filter(({ heldBy }) => heldBy !== null).length, notAsked);
  for (const { heldBy, leans } of quiet) {
    const { up, down } = leans ?? { up: 0, down: 0 };
    const isWorth = Math.max(up, down) >= 2 && up !== down;
    assert.equal(heldBy !== null, isWorth);
  }
  assert.ok(quiet.some(({ leans }) => leans === null));
  assert.equal((await runLoop({ series })).of('quiet').length, 0);
});
