import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOfflineDecisions } from '../analysts/offline-decisions.ts';
import { createSimulatedBroker } from '../simulation/simulated-broker.ts';
import { anInstrument, usd } from '../testing/builders.ts';
import { runLoop, someBars } from '../testing/loop-fixture.ts';
import type { Broker } from './ports.ts';

const SYMBOLS = ['EURUSD', 'GBPUSD', 'USDCHF'];
const series = SYMBOLS.map((symbol, at) => someBars(4 + at, symbol));

test('no question is put before every bar of its moment is known, and then they come in the order of the series', async () => {
  const done: string[] = [];
  const instruments = SYMBOLS.map((symbol) => anInstrument({ symbol }));
  const inner = createSimulatedBroker({ instruments, start: usd('10000'), leverage: 30 });
  const broker: Broker = {
    ...inner,
    barClosed(bars, index) {
      done.push(`bar ${bars.symbol} ${index}`);
      return inner.barClosed(bars, index);
    },
  };
  const offline = createOfflineDecisions();
  await runLoop({
    series,
    broker,
    decisions: {
      decide(request) {
        done.push(`ask ${request.snapshot.symbol}`);
        return offline.decide(request);
      },
    },
  });
  let together = 0;
  for (const [at, what] of done.entries()) {
    if (!what.startsWith('ask')) continue;
    const before = done.slice(0, at).findLast((each) => each.startsWith('bar'));
    assert.match(before ?? '', /^bar USDCHF/);
    const last = done[at - 1] ?? '';
    if (!last.startsWith('ask')) continue;
    together += 1;
    assert.ok(last < what, `${last} before ${what}`);
  }
  assert.ok(together > 5, `${together} moments with two questions`);
});

test('every bar of a moment is told with the account as it is after all of them', async () => {
  const { of } = await runLoop({ series });
  const equities = new Map<number, Set<number>>();
  for (const { asOf, equity } of of('bar')) {
    const known = equities.get(asOf) ?? new Set();
    equities.set(asOf, known.add(equity.minor));
  }
  assert.equal(equities.size, 1_500);
  assert.ok([...equities.values()].every(({ size }) => size === 1));
  assert.ok(new Set([...equities.values()].flatMap((each) => [...each])).size > 100);
});
