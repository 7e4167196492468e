import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyOf } from '@quorate/values/money';
import fc from 'fast-check';
import { createOfflineDecisions } from '../analysts/offline-decisions.ts';
import { exitSettingsFrom } from '../exits/exits.ts';
import { PRESETS, presetOf } from '../governor/presets.ts';
import type { RuleSet } from '../governor/rule-set.ts';
import { generateMarket } from '../market/market-generator.ts';
import { createReplayMarket } from '../market/replay-market.ts';
import { DEFAULT_RISK_SETTINGS } from '../risk/rules.ts';
import { DEFAULT_COSTS } from '../simulation/costs.ts';
import { createSimulatedBroker, type SavedAccount } from '../simulation/simulated-broker.ts';
import { simulatedGovernor } from '../simulation/simulated-governor.ts';
import { anInstrument, MONDAY, usd } from '../testing/builders.ts';
import type { MarketData } from './ports.ts';
import { runTradingLoop } from './trading-loop.ts';
import type { LoopEvent } from './trading-loop-events.ts';
import type { LoopResume } from './trading-loop-types.ts';

const BARS = 1_200;
const SERIES = [
  ['EURUSD', 4],
  ['GBPUSD', 5],
].map(([symbol, seed]) =>
  generateMarket({
    symbol: String(symbol),
    timeframe: 'H1',
    digits: 5,
    bars: BARS,
    end: MONDAY,
    seed: Number(seed),
  }),
);
/** The first bar of a trading day. */
const DAY_TURNS = 348;
const INSTRUMENTS = SERIES.map(({ symbol }) => anInstrument({ symbol }));
const EXITS = exitSettingsFrom({
  partial_close_after_r: 0.5,
  break_even_after_r: 0.8,
  trail_atr: 2.5,
  time_stop_bars: 40,
});

type Saved = Readonly<{ account: SavedAccount; resume: LoopResume }>;

/** Trades the bars of these moments. @returns what was told, and what a later run begins with */
async function trade(
  [from, to]: readonly [number, number],
  ruleSet: RuleSet | null,
  saved: Saved | null,
) {
  const broker = createSimulatedBroker({
    instruments: INSTRUMENTS,
    start: usd('10000'),
    leverage: 30,
    ...(saved && { resume: { account: saved.account, series: SERIES } }),
  });
  const governed = {
    instruments: INSTRUMENTS,
    currency: currencyOf('USD'),
    rates: undefined,
    costs: DEFAULT_COSTS,
    risk: DEFAULT_RISK_SETTINGS,
    series: SERIES,
  };
  const events: LoopEvent[] = [];
  let tell: (() => LoopResume) | undefined;
  const whole = createReplayMarket(SERIES, [from, from]);
  const market: MarketData = {
    series: SERIES,
    warmUp: [from, from],
    get seriesIndex() {
      return whole.seriesIndex;
    },
    get barIndex() {
      return whole.barIndex;
    },
    get moreAtOnce() {
      return whole.moreAtOnce === true;
    },
    advance: () =>
      (whole.barIndex < to - 1 || whole.moreAtOnce === true || whole.seriesIndex < 0) &&
      whole.advance(),
  };
  await runTradingLoop(
    {
      market,
      decisions: createOfflineDecisions({ learning: false }),
      broker,
      journal: { record: (event) => void events.push(event), bars: false },
      began(resume) {
        tell = resume;
      },
    },
    {
      instruments: INSTRUMENTS,
      risk: DEFAULT_RISK_SETTINGS,
      exits: EXITS,
      planDailyTrades: null,
      newAccountAfterLock: true,
      forgetsClosed: true,
      governor: simulatedGovernor({ ruleSet, initialMinor: 1_000_000 }, governed),
      ...(saved && { resume: saved.resume }),
    },
  );
  assert.ok(tell);
  const next: Saved = JSON.parse(JSON.stringify({ account: broker.saved(), resume: tell() }));
  return { events, next, account: broker.account() };
}

/** What happened to the account: limits are told again by a run that begins. */
function happened(events: readonly LoopEvent[]): readonly LoopEvent[] {
  return events.filter(({ kind }) =>
    [
      'decision',
      'order',
      'refusal',
      'deal',
      'trade-closed',
      'managed',
      'governed',
      'touch',
    ].includes(kind),
  );
}

for (const name of ['own', 'ftmo-2-step', 'trails'] as const) {
  test(`an account that is saved and goes on elsewhere, at any moments, trades as one that never was (${name})`, async () => {
    const trails = PRESETS.find(({ lines }) => lines.some((line) => line.trails === 'on_equity'));
    const ruleSet =
      name === 'own' ? null : name === 'trails' ? (trails ?? null) : (presetOf(name) ?? null);
    if (name !== 'own') assert.ok(ruleSet, 'the preset is known');
    const plain = await trade([0, BARS], ruleSet, null);
    const deals = plain.events.filter(({ kind }) => kind === 'deal').length;
    assert.ok(deals > 60, `${deals} deals`);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: BARS - 1 }), { minLength: 1, maxLength: 40 }),
        async (moments) => {
          const cuts = [0, ...moments.sort((a, b) => a - b), BARS];
          const events: LoopEvent[] = [];
          let saved: Saved | null = null;
          let account = plain.account;
          for (const [at, from] of cuts.slice(0, -1).entries()) {
            const part = await trade([from, cuts[at + 1] ?? BARS], ruleSet, saved);
            events.push(...part.events);
            saved = part.next;
            account = part.account;
          }
          assert.deepEqual(happened(events), happened(plain.events));
          assert.deepEqual(account, plain.account);
        },
      ),
      { numRuns: 25, examples: [[[DAY_TURNS]]] },
    );
  });
}

test('the day of an account that goes on counts from its newest bar, not from what it is worth by then', async () => {
  const { next } = await trade([0, DAY_TURNS], null, null);
  const dayOf = async (resume: LoopResume) =>
    (await trade([DAY_TURNS, DAY_TURNS + 1], null, { ...next, resume })).next.resume.limits;
  assert.notEqual((await dayOf(next.resume)).day, next.resume.limits.day, 'a day begins');
  assert.equal((await dayOf(next.resume)).dayStartMinor, next.resume.equityMinor);
  assert.equal((await dayOf({ ...next.resume, equityMinor: 987_654 })).dayStartMinor, 987_654);
});
