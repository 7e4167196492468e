import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lots } from '@quorate/values/lots';
import type { OrderKey } from '../account/order.ts';
import { createOfflineDecisions } from '../analysts/offline-decisions.ts';
import { type ExitSettings, NO_EXITS } from '../exits/exits.ts';
import { defaultRuleSet } from '../governor/presets.ts';
import type { CandleSeries } from '../market/candle.ts';
import { createRandom } from '../market/random.ts';
import { createReplayMarket } from '../market/replay-market.ts';
import { DEFAULT_RISK_SETTINGS } from '../risk/rules.ts';
import { createSimulatedBroker, type SimulatedBroker } from '../simulation/simulated-broker.ts';
import { anInstrument, anOrder, aSeries, type Row, usd } from '../testing/builders.ts';
import { runLoop, someBars } from '../testing/loop-fixture.ts';
import type { DecisionSource, MarketData } from './ports.ts';
import { runTradingLoop } from './trading-loop.ts';
import type { LoopEvent } from './trading-loop-events.ts';
import type { LoopResume } from './trading-loop-types.ts';

const ALL: Partial<ExitSettings> = {
  breakEvenAfterR: 0.6,
  trailAtr: 1.5,
  trailStepR: 0.5,
  trailSwingBars: 2,
  partialCloseAfterR: 0.5,
  timeStopBars: 12,
};

const managedOf = (events: readonly LoopEvent[]) =>
  events.flatMap((event) => (event.kind === 'managed' ? [event] : []));

/** Random choices of exits, from none to all of them. */
function someExits(seed: number): Partial<ExitSettings> {
  const random = createRandom(seed);
  const maybe = <T>(value: T): T | null => (random() < 0.5 ? value : null);
  return {
    breakEvenAfterR: maybe(0.2 + random()),
    breakEvenLockR: random() < 0.5 ? 0.1 : 0,
    trailAtr: maybe(0.5 + 2 * random()),
    trailStepR: maybe(0.2 + random()),
    trailSwingBars: maybe(1 + Math.floor(3 * random())),
    partialCloseAfterR: maybe(0.2 + random()),
    partialClosePercent: 10 + Math.floor(80 * random()),
    timeStopBars: maybe(2 + Math.floor(30 * random())),
    exitOnOppositePercent: maybe(52),
  };
}

/** A broker that looks over each change: no stop away from the price, no position that grows. */
function watchedBroker(inner: SimulatedBroker): SimulatedBroker & { moved: number; parts: number } {
  const watched = {
    ...inner,
    moved: 0,
    parts: 0,
    modify(...[ticket, levels]: Parameters<SimulatedBroker['modify']>) {
      const before = inner.positions().find((each) => each.ticket === ticket);
      const outcome = inner.modify(ticket, levels);
      if (outcome.kind === 'modified' && before) {
        const sign = before.side === 'BUY' ? 1 : -1;
        const stood = before.stopLoss?.points ?? Number.NaN;
        assert.ok(sign * (levels.stopLoss.points - stood) > 0, 'a stop moved away');
        assert.deepEqual(outcome.position.takeProfit, before.takeProfit);
        assert.deepEqual(outcome.position.lots, before.lots);
        watched.moved += 1;
      }
      return outcome;
    },
    close(...[ticket, part, by]: Parameters<SimulatedBroker['close']>) {
      const before = inner.positions().find((each) => each.ticket === ticket);
      const outcome = inner.close(ticket, part, by);
      const after = inner.positions().find((each) => each.ticket === ticket);
      if (outcome.kind === 'closed' && part) {
        assert.ok((after?.lots.steps ?? 0) < (before?.lots.steps ?? 0), 'a position grew');
        watched.parts += 1;
      }
      return outcome;
    },
  };
  return watched;
}

function newBroker() {
  const instruments = [anInstrument()];
  return createSimulatedBroker({ instruments, start: usd('10000'), leverage: 30 });
}

test('over random paths and random exits no stop moves away and no open risk rises', async () => {
  let [moved, parts] = [0, 0];
  for (let seed = 1; seed <= 40; seed += 1) {
    const broker = watchedBroker(newBroker());
    const run = await runLoop({ series: [someBars(seed)], broker, exits: someExits(seed) });
    for (const { message, act } of managedOf(run.events)) assert.notEqual(act, 'refused', message);
    moved += broker.moved;
    parts += broker.parts;
  }
  assert.ok(moved > 100 && parts > 20, `${moved} stops moved, ${parts} parts closed`);
});

test('beside a governor exits still move stops, and no floor is crossed because of them', async () => {
  const ruleSet = defaultRuleSet(5, 10, 20, null);
  let moved = 0;
  for (let seed = 1; seed <= 8; seed += 1) {
    const broker = watchedBroker(newBroker());
    const events: LoopEvent[] = [];
    await runTradingLoop(
      {
        market: createReplayMarket([someBars(seed)]),
        decisions: createOfflineDecisions({ learning: false }),
        broker,
        journal: { record: (event) => void events.push(event) },
      },
      {
        instruments: [anInstrument()],
        risk: DEFAULT_RISK_SETTINGS,
        planDailyTrades: null,
        exits: { ...NO_EXITS, ...ALL },
        governor: { ruleSet, initialMinor: null, horizonMs: 3_600_000 },
      },
    );
    for (const { message, act } of managedOf(events)) assert.notEqual(act, 'refused', message);
    const floors = events.findLast((event) => event.kind === 'floors');
    if (floors?.kind === 'floors')
      for (const { touchedAt } of floors.floors.lines) assert.equal(touchedAt, null);
    moved += broker.moved;
  }
  assert.ok(moved > 20, `${moved} stops moved`);
});

test('exits that are off leave a run as it was', async () => {
  const plain = await runLoop();
  const off = await runLoop({ exits: {} });
  assert.deepEqual(off.events, plain.events);
  assert.equal(managedOf(plain.events).length, 0);
});

/** The bars from one to another; those before have closed when the run begins. */
function bars(series: CandleSeries, from: number, to: number): MarketData {
  const market = {
    series: [series],
    seriesIndex: 0,
    barIndex: from - 1,
    warmUp: [from],
    advance(): boolean {
      market.barIndex += 1;
      return market.barIndex < to;
    },
  };
  return market;
}

async function runPart(
  broker: SimulatedBroker,
  events: LoopEvent[],
  market: MarketData,
  exits: Partial<ExitSettings>,
) {
  const journal = { record: (event: LoopEvent) => void events.push(event) };
  const decisions = createOfflineDecisions({ learning: false });
  const limits = events.findLast((event) => event.kind === 'limits')?.limits;
  const deals = events.flatMap((event) => (event.kind === 'deal' ? [event.deal] : []));
  const sent = new Map<string | null, OrderKey>();
  for (const event of events) {
    if (event.kind === 'order') sent.set(event.order.decisionId, event.order.key);
    if (event.kind === 'refusal') sent.delete(event.decisionId);
    if (event.kind === 'deal')
      for (const [id, key] of sent) if (key === event.deal.orderKey) sent.delete(id);
  }
  const resume: LoopResume | undefined = limits && {
    limits: structuredClone(limits),
    deals,
    onTheirWay: [...sent.values()],
  };
  return runTradingLoop(
    { market, decisions, broker, journal },
    {
      instruments: [anInstrument()],
      risk: DEFAULT_RISK_SETTINGS,
      planDailyTrades: null,
      exits: { ...NO_EXITS, ...exits },
      ...(resume && { resume }),
    },
  );
}

/** Bars that the restarts are tried on. */
const UNTIL = 800;

/** Notices are told again by a run that begins again. */
const lasting = (events: readonly LoopEvent[]) =>
  events.filter(
    (event) =>
      event.kind !== 'limit' &&
      event.kind !== 'touch' &&
      !(event.kind === 'managed' && event.act === 'skipped'),
  );

test('a run that begins again at every bar does nothing twice and comes to the same', async () => {
  const series = someBars(7);
  const whole: LoopEvent[] = [];
  const uncut = await runPart(newBroker(), whole, bars(series, 0, UNTIL), ALL);
  assert.ok(managedOf(whole).some(({ act }) => act === 'part_closed'));
  assert.ok(managedOf(whole).some(({ act }) => act === 'stop_moved'));

  const cut: LoopEvent[] = [];
  const broker = newBroker();
  let last = await runPart(broker, cut, bars(series, 0, 300), ALL);
  for (let from = 300; from < UNTIL; from += 1)
    last = await runPart(broker, cut, bars(series, from, from + 1), ALL);
  assert.deepEqual(lasting(cut), lasting(whole));
  assert.deepEqual(last.trades, uncut.trades);
  assert.deepEqual(last.account, uncut.account);
});

test('a kill between a closing and its record closes no second part', async () => {
  const series = someBars(7);
  const events: LoopEvent[] = [];
  const broker = newBroker();
  const exits = { partialCloseAfterR: 0.5 };
  const market = bars(series, 0, series.length);
  const killing = new Error('killed');
  let closed = 0;
  const dying: SimulatedBroker = {
    ...broker,
    close(ticket, part, by) {
      const outcome = broker.close(ticket, part, by);
      if (part && outcome.kind === 'closed') {
        closed += 1;
        if (closed === 1) throw killing;
      }
      return outcome;
    },
  };
  await assert.rejects(runPart(dying, events, market, exits), killing);
  const [held] = broker.positions();
  assert.ok(held);
  // The deal reaches the next run as the broker tells of it.
  await runPart(dying, events, bars(series, market.barIndex + 1, series.length), exits);
  const parts = managedOf(events).filter(
    ({ act, ticket }) => act === 'part_closed' && ticket === held.ticket,
  );
  assert.equal(parts.length, 0);
  const deals = events.filter(
    (event) => event.kind === 'deal' && event.deal.positionTicket === held.ticket,
  );
  assert.equal(deals.length, 3);
});

/** Buys once at the first bar with a stop of 10 and a target of 30 ATR, and is asked what to say afterwards. */
function buysThen(answers: readonly ('BUY' | 'SELL' | 'HOLD')[], pUp = 0.6): DecisionSource {
  let asked = 0;
  return {
    decide() {
      const action = answers[Math.min(asked, answers.length - 1)] ?? 'HOLD';
      asked += 1;
      const key = `KEY${String(asked).padStart(7, 'A')}`;
      return {
        kind: 'decision',
        decisionId: key,
        orderKey: key as ReturnType<typeof anOrder>['key'],
        action,
        pUp: action === 'SELL' ? 1 - pUp : pUp,
        stopLossAtr: action === 'HOLD' ? null : 10,
        takeProfitAtr: action === 'HOLD' ? null : 30,
        reason: 'because',
      };
    },
  };
}

test('a verdict the other way closes what is held and opens nothing at that bar', async () => {
  const series = [someBars(5)];
  const decisions = () => buysThen(['BUY', 'SELL', 'HOLD']);
  const held = await runLoop({ series, decisions: decisions() });
  assert.equal(held.of('managed').length, 0);

  const run = await runLoop({
    series,
    decisions: decisions(),
    exits: { exitOnOppositePercent: 55 },
  });
  const [managed] = run.of('managed');
  assert.deepEqual([managed?.act, managed?.why], ['closed', 'opposite_verdict']);
  assert.equal(run.of('order').length, 1);
  assert.equal(run.result.trades[0]?.status, 'CLOSED');
  assert.ok(run.result.asked > held.result.asked);

  const weak = buysThen(['BUY', 'SELL', 'HOLD'], 0.54);
  const stays = await runLoop({ series, decisions: weak, exits: { exitOnOppositePercent: 55 } });
  assert.equal(stays.of('managed').length, 0);
});

test('an exit that cannot be carried out is told once and tried again', async () => {
  const flat: Row[] = Array.from({ length: 3 }, () => [110_200, 110_210, 110_190, 110_200]);
  // Ahead by far within the bar, and back below the opening price at its close, twice.
  const series = aSeries([
    ...flat,
    [110_200, 110_450, 110_150, 110_180],
    [110_180, 110_200, 110_150, 110_190],
    [110_190, 110_300, 110_180, 110_290],
    [110_290, 110_300, 110_280, 110_290],
  ]);
  const broker = newBroker();
  broker.barClosed(series, 0);
  broker.place(anOrder({ lots: lots(10, anInstrument().volumeStep) }));
  const market = { ...createReplayMarket([series]) };
  const events: LoopEvent[] = [];
  const walked = Object.assign(market, {
    seriesIndex: 0,
    barIndex: 0,
    advance() {
      walked.barIndex += 1;
      return walked.barIndex < series.length;
    },
    warmUp: [1],
  });
  await runPart(broker, events, walked, { breakEvenAfterR: 1 });
  assert.deepEqual(
    managedOf(events).map(({ act, asOf }) => [act, (asOf - (series.time[0] ?? 0)) / 3_600_000]),
    [
      ['skipped', 4],
      ['stop_moved', 6],
    ],
  );
  const [position] = broker.positions();
  assert.deepEqual(position?.stopLoss?.points, position?.openPrice.points);
});

test('each closed trade tells how far it was ahead and behind', async () => {
  const { events } = await runLoop({ exits: ALL });
  let told = 0;
  for (const event of events) {
    if (event.kind !== 'trade-closed') continue;
    assert.ok(event.excursion, 'bars since the opening are known');
    assert.ok(event.excursion.best.minor >= 0 && event.excursion.worst.minor <= 0);
    assert.ok(event.excursion.best.minor >= event.trade.grossProfit.minor);
    assert.ok(event.excursion.worst.minor <= event.trade.grossProfit.minor);
    told += 1;
  }
  assert.ok(told > 20, `${told} trades`);
});
