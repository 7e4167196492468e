import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { analyse } from '@quorate/contract/decisions';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { snapshotHashOf } from '@quorate/run/wire';
import { generateMarket } from '@quorate/trading/market/market-generator';
import { buildSnapshot } from '@quorate/trading/market/snapshot';
import { MONDAY } from '@quorate/trading/testing/builders';
import { createBarSender } from './send-bars.ts';
import type { Session } from './session.ts';

type Body = HandlerInput<typeof analyse>['body'];

const marketOf = (seed: number) =>
  generateMarket({ symbol: 'EURUSD', timeframe: 'H1', digits: 5, bars: 1_800, end: MONDAY, seed });

function sending(refusals: string[] = []) {
  const sent: Body[] = [];
  const session = {
    call(_endpoint: unknown, { body }: { body: Body }) {
      sent.push(body);
      const code = refusals.shift() ?? 'ok';
      return Promise.resolve(code === 'ok' ? { kind: 'ok' } : { kind: 'refused', code });
    },
  };
  const at = { series: marketOf(3) };
  const sender = createBarSender(session as unknown as Pick<Session, 'call'>, (symbol) =>
    symbol === 'EURUSD' ? at.series : undefined,
  );
  const ask = (index: number, symbol = 'EURUSD') => {
    const snapshot = buildSnapshot(at.series, index);
    assert.ok(snapshot);
    return sender.ask({
      account: { server: 'paper', login: 'P1', account_type: 'demo', currency: 'USD' },
      snapshot: { ...snapshot, symbol },
      snapshot_hash: snapshotHashOf(snapshot),
      trades_opened_today: 0,
    });
  };
  /** How many bars each call brought, and whether they follow on others. */
  const calls = () => sent.map(({ bars, bars_after }) => [bars?.length, bars_after !== undefined]);
  return { ask, calls, sent, at };
}

describe('the bars of a question', () => {
  it('are all that were read at first, and then those since the last answer', async () => {
    const { ask, calls, sent, at } = sending();
    await ask(300);
    await ask(310);
    await ask(311);
    assert.deepEqual(calls(), [
      [301, false],
      [10, true],
      [1, true],
    ]);
    const opened = (index: number) => (at.series.time[index] ?? 0) / 1_000;
    assert.deepEqual([sent[1]?.bars_after, sent[1]?.bars?.[0]?.[0]], [opened(300), opened(301)]);
    assert.equal(sent[2]?.bars?.at(-1)?.[0], opened(311));
  });

  it('are the newest 1,500 of a long run, also after a long silence', async () => {
    const { ask, calls } = sending();
    await ask(1_700);
    await ask(1_710);
    assert.deepEqual(calls(), [
      [1_500, false],
      [10, true],
    ]);
    const silent = sending();
    await silent.ask(150);
    await silent.ask(1_700);
    assert.deepEqual(silent.calls(), [
      [151, false],
      [1_500, false],
    ]);
  });

  it('are sent again with the next question where one was not answered', async () => {
    const { ask, calls } = sending(['ok', 'token_limit_reached']);
    await ask(300);
    await ask(310);
    await ask(320);
    assert.deepEqual(calls().slice(1), [
      [10, true],
      [20, true],
    ]);
  });

  it('are all sent, once, where the service lacks some or has others', async () => {
    for (const code of ['bars_missing', 'snapshot_hash_mismatch']) {
      const { ask, calls } = sending(['ok', code, code]);
      await ask(300);
      const outcome = await ask(310);
      assert.equal(outcome.kind, 'refused');
      assert.deepEqual(calls(), [
        [301, false],
        [10, true],
        [311, false],
      ]);
    }
    const first = sending(['snapshot_hash_mismatch']);
    await first.ask(300);
    assert.equal(first.calls().length, 1, 'nothing more can be sent');
  });

  it('begin again where the series does, and are left out where nobody has them', async () => {
    const { ask, calls, at, sent } = sending();
    await ask(300);
    at.series = marketOf(4);
    await ask(301);
    await ask(302, 'GBPUSD');
    assert.deepEqual(calls(), [
      [301, false],
      [302, false],
      [undefined, false],
    ]);
    assert.ok(!Object.hasOwn(sent[2] ?? {}, 'bars'));
  });
});
