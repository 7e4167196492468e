import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import type { WatchedOutcome } from '@quorate/run/outcome-watch';
import { someBars } from '@quorate/trading/testing/loop-fixture';
import { instant } from '@quorate/values/instant';
import { createStopSignal } from '../run/stop-signal.ts';
import type { Session } from '../service/session.ts';
import { createOutcomeSync } from './sync.ts';

function outcome(id: string): WatchedOutcome {
  return {
    decisionId: id,
    decidedAt: 60,
    asOf: instant(0),
    held: false,
    checks: [],
    asked: null,
    desk: null,
    order: null,
    fill: null,
    refusal: null,
    shadow: null,
    firstTouch: null,
    touchedAt: null,
    endedAt: null,
    revision: 1,
    newest: 60,
  };
}

type Outcome = Awaited<ReturnType<Session['call']>>['kind'];

/** A sync whose service answers as told, and a journal in memory. */
function synced(answers: Outcome[] = []) {
  const batches: [id: string, revision: number][][] = [];
  const acknowledged = new Map<string, number>();
  const time = { now: 0 };
  const stop = createStopSignal();
  const lines: string[] = [];
  const session = {
    call: (_endpoint: unknown, input: { body: { outcomes: OutcomeInput[] } }) => {
      batches.push(input.body.outcomes.map((sent) => [sent.decision_id, sent.revision]));
      const kind = answers.shift() ?? 'ok';
      return Promise.resolve({ kind, reply: {}, reason: 'nothing listens', message: 'No.' });
    },
  };
  const sync = createOutcomeSync({
    session: session as unknown as Pick<Session, 'call'>,
    journal: {
      acknowledgedRevision: (ticket) => acknowledged.get(ticket) ?? 0,
      acknowledge: (sent) => {
        for (const { ticket, revision } of sent) acknowledged.set(ticket, revision);
      },
    },
    stop,
    clock: { now: () => instant(time.now) },
    notify: (line) => lines.push(line),
  });
  return { sync, batches, acknowledged, stop, time, lines };
}

const BARS = someBars();

describe('the reports of what became of decisions', () => {
  it('carry the newest that is known, once', async () => {
    const { sync, batches } = synced();
    const a = outcome('a');
    sync.add(a, BARS);
    sync.add(outcome('b'), BARS);
    a.revision = 3;
    sync.add(a, BARS);
    assert.equal(await sync.flush(), true);
    assert.equal(await sync.flush(), true);
    assert.deepEqual(batches, [
      [
        ['a', 3],
        ['b', 1],
      ],
    ]);
  });

  it('leave out what the service has already after a restart', async () => {
    const { sync, batches, acknowledged } = synced();
    acknowledged.set('decision a', 4);
    sync.add(outcome('a'), BARS);
    sync.add(outcome('b'), BARS);
    await sync.flush();
    assert.deepEqual(batches, [[['b', 1]]]);
    assert.equal(acknowledged.get('decision b'), 1);
  });

  it('go by the hundred, or after five seconds', async () => {
    const { sync, batches, time } = synced();
    sync.add(outcome('first'), BARS);
    time.now = 4_999;
    assert.equal(sync.isDue(), false);
    time.now = 5_000;
    assert.equal(sync.isDue(), true);
    for (let at = 0; at < 149; at++) sync.add(outcome(`o${at}`), BARS);
    await sync.flush();
    assert.deepEqual(
      batches.map(({ length }) => length),
      [100, 50],
    );
  });

  it('are kept while the service is away, and end the run as trades do', async () => {
    const { sync, stop, acknowledged } = synced(['gave-up']);
    sync.add(outcome('a'), BARS);
    assert.equal(await sync.flush(), false);
    assert.deepEqual([sync.waiting(), acknowledged.size], [1, 0]);
    assert.equal(stop.reason()?.kind, 'service-unreachable');
    assert.equal(await sync.flush(), true);
  });

  it('go before the next question where a first touch is among them that the service does not know', async () => {
    const { sync, batches } = synced();
    const a = outcome('a');
    sync.add(a, BARS);
    sync.add(outcome('b'), BARS);
    await sync.reportTouches();
    assert.deepEqual(batches, [], 'no touch is known');
    a.firstTouch = 'up';
    a.revision = 2;
    sync.add(a, BARS);
    await sync.reportTouches();
    assert.deepEqual(batches, [
      [
        ['a', 2],
        ['b', 1],
      ],
    ]);
    a.revision = 4;
    sync.add(a, BARS);
    await sync.reportTouches();
    assert.deepEqual([batches.length, sync.waiting()], [1, 1], 'the touch was told before');
  });

  it('end when the service will not have them, and the run goes on', async () => {
    const { sync, stop, lines, batches } = synced(['refused']);
    sync.add(outcome('a'), BARS);
    assert.equal(await sync.flush(), true);
    sync.add(outcome('b'), BARS);
    await sync.flush();
    assert.deepEqual([batches.length, sync.waiting(), stop.reason()], [1, 0, null]);
    assert.deepEqual(lines, ['The service does not take what became of decisions: No.']);
  });
});
