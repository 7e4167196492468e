import assert from 'node:assert/strict';
import { test } from 'node:test';
import { price } from '@quorate/values/price';
import { floorMinor } from '../governor/floors.ts';
import { presetOf } from '../governor/presets.ts';
import { denied } from '../risk/refusal.ts';
import { DEFAULT_RISK_SETTINGS } from '../risk/rules.ts';
import { createSimulatedBroker } from '../simulation/simulated-broker.ts';
import { anInstrument, anOrder, aSeries, MONDAY, USD, usd } from '../testing/builders.ts';
import { beginCore, type CoreState, type ManageCommand, step } from './core.ts';
import { beginGoverning, sawDeal } from './governing.ts';
import { createLanes, quoteOfNewestBar } from './lane.ts';

/** A purchase that was filled on the second bar, and a core that took it in. */
function opened() {
  const series = aSeries([
    [110_200, 110_250, 110_150, 110_200],
    [110_200, 110_300, 110_150, 110_260],
  ]);
  const instruments = [anInstrument()];
  const broker = createSimulatedBroker({ instruments, start: usd('10000'), leverage: 30 });
  const lanes = createLanes([series], instruments, USD);
  const settings = { instruments, risk: DEFAULT_RISK_SETTINGS, planDailyTrades: null };
  const state = beginCore(settings, lanes, broker.account());
  broker.barClosed(series, 0);
  broker.place(anOrder());
  const events = broker.barClosed(series, 1);
  const moment = { symbol: 'EURUSD', asOf: MONDAY };
  step(state, { kind: 'broker', moment, rollAt: null, events, account: broker.account() });
  const [position] = broker.positions();
  assert.ok(position);
  return { broker, state, moment, lanes, position };
}

/** What one answer of the broker is told as. */
function told(state: CoreState, event: Parameters<typeof step>[1]) {
  return step(state, event).flatMap((command) =>
    command.kind === 'record' ? [command.event] : [],
  );
}

test('a position that the core closes is told, with its deal, and counted once', () => {
  const { broker, state, moment, position } = opened();
  const command: ManageCommand = {
    kind: 'close',
    moment,
    symbol: 'EURUSD',
    ticket: position.ticket,
    part: null,
    by: 'flattened',
    why: 'floor_near',
    message: 'Equity is near the floor.',
  };
  const outcome = broker.close(position.ticket);
  const events = told(state, { kind: 'managed', command, outcome });
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['managed', 'deal', 'trade-closed', 'limits'],
  );
  const [managed] = events;
  assert.ok(managed?.kind === 'managed');
  assert.deepEqual(
    [managed.act, managed.why, managed.ticket],
    ['closed', 'floor_near', position.ticket],
  );
  // The broker tells of the deal once more.
  assert.ok(outcome.kind === 'closed');
  const again = { kind: 'deal', deal: outcome.deal } as const;
  const account = broker.account();
  assert.deepEqual(
    told(state, { kind: 'broker', moment, rollAt: null, events: [again], account }),
    [],
  );
});

test('a stop that is moved is told, and one that the broker leaves where it is, too', () => {
  const { broker, state, moment, position } = opened();
  const command: ManageCommand = {
    kind: 'modify',
    moment,
    symbol: 'EURUSD',
    ticket: position.ticket,
    stopLoss: price(110_150, 5),
    takeProfit: null,
    why: 'coming_floor',
    message: 'The floor rises.',
  };
  const moved = told(state, {
    kind: 'managed',
    command,
    outcome: broker.modify(position.ticket, command),
  });
  assert.ok(moved[0]?.kind === 'managed');
  assert.equal(moved[0].act, 'stop_moved');
  const refusal = denied('stops_invalid', 1, 0, 'Too near.');
  const [refused] = told(state, { kind: 'managed', command, outcome: refusal });
  assert.ok(refused?.kind === 'managed');
  assert.deepEqual(
    [refused.act, refused.message],
    ['refused', 'The floor rises. The broker refused: Too near.'],
  );
});

test('the newest quote of a symbol is the close of the last bar that had closed by then', () => {
  const { lanes } = opened();
  const hour = 3_600_000;
  const at = (ms: number) => quoteOfNewestBar(lanes, 'EURUSD', (MONDAY + ms) as typeof MONDAY);
  assert.equal(at(hour - 1), undefined);
  assert.deepEqual(at(hour), { bid: 110_200, ask: 110_210 });
  assert.deepEqual(at(2 * hour - 1), { bid: 110_200, ask: 110_210 });
  assert.deepEqual(at(2 * hour), { bid: 110_260, ask: 110_270 });
  assert.equal(quoteOfNewestBar(lanes, 'USDJPY', MONDAY), undefined);
});

test('a balance that the next deal takes away has raised what trails the balance all the same', () => {
  const { broker, lanes, position } = opened();
  const ruleSet = presetOf('alpha-one');
  assert.ok(ruleSet);
  const outcome = broker.close(position.ticket);
  assert.ok(outcome.kind === 'closed');
  const nothing = { commission: usd('0'), swap: usd('0'), fee: usd('0') };
  const deal = (profit: string) => ({ ...outcome.deal, ...nothing, profit: usd(profit) });
  const settings = { ruleSet, initialMinor: null, horizonMs: 3_600_000 };
  const kept = { bufferPercent: 0.5, newAccountAfterLock: false, floors: undefined };
  const account = { ...broker.account(), balance: usd('10000'), equity: usd('10000') };
  const governing = beginGoverning(settings, lanes, account, kept);
  sawDeal(governing, deal('300'));
  sawDeal(governing, deal('-500'));
  // 6% of the first balance below the highest one.
  assert.equal(floorMinor(governing.floors), 1_030_000 - 60_000);
});
