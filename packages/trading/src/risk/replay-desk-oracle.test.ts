import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { instant } from '@quorate/values/instant';
import { lotsToNumber, volumeStep } from '@quorate/values/lots';
import { currencyOf, money } from '@quorate/values/money';
import fc from 'fast-check';
import { instrumentFor } from '../instrument.ts';
import { anAccount } from '../testing/builders.ts';
import { aDesk, aPosition, aProposal } from '../testing/desk-context.ts';
import { toldDesk } from '../testing/told-desk.ts';
import { valuationOf } from '../valuation.ts';
import { countClosing, startLimits, watchEquity } from './limits-state.ts';
import { replayDesk } from './replay-desk.ts';
import type { AskedFor, RiskTry, ToldDesk } from './replay-scene.ts';
import type { StandingContext } from './risk-context.ts';
import { askRiskDesk } from './risk-desk.ts';
import { DEFAULT_RISK_SETTINGS, type RiskSettings } from './risk-settings.ts';

const USD = currencyOf('USD');
const tenths = (from: number, to: number) =>
  fc.integer({ min: from * 10, max: to * 10 }).map((value) => value / 10);

const verdict: fc.Arbitrary<AskedFor & { action: 'BUY' | 'SELL' }> = fc
  .tuple(fc.constantFrom('BUY', 'SELL'), tenths(0.5, 4), tenths(1, 4))
  .map(([action, stopLossAtr, reward]) => ({
    action,
    stopLossAtr,
    takeProfitAtr: stopLossAtr * reward,
  }));

const profile: fc.Arbitrary<RiskTry> = fc.record(
  {
    riskPercent: tenths(0.1, 2),
    minRiskReward: tenths(1, 3),
    maxDailyTrades: fc.constantFrom(0, 2, 5, 5, 10, 10),
    dailyLossPercent: fc.constantFrom(2, 5, 5, 5, 9),
    weeklyLossPercent: fc.constantFrom(4, 10, 10, 10, 15),
  },
  { requiredKeys: [] },
);

const otherRisk = fc.record({
  pair: fc.constantFrom(['EUR', 'USD'], ['GBP', 'USD'], ['USD', 'CHF'], ['EUR', 'JPY']),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  perMille: fc.integer({ min: 0, max: 25 }),
});

/** Now and then something else: where much refuses, little is sized. */
function mostly<T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 30, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
}

const market = fc.record({
  symbol: fc.constantFrom('EURUSD', 'USDJPY', 'XAUUSD'),
  step: fc.constantFrom('0.01', '0.1', '0.001'),
  spread: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 20, max: 80 })),
  atrPoints: fc.integer({ min: 40, max: 900 }),
  stopsLevelPoints: fc.constantFrom(0, 0, 10, 60),
  balance: fc.integer({ min: 20_000, max: 20_000_000 }),
  equities: fc.array(
    fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 990, max: 1_040 }) },
      fc.integer({ min: 900, max: 990 }),
    ),
    { maxLength: 3 },
  ),
  tradesToday: fc.constantFrom(0, 0, 0, 1, 2, 5),
  held: fc.constantFrom(true, ...Array(19).fill(false)),
  others: mostly([], fc.array(otherRisk, { minLength: 1, maxLength: 3 })),
  closed: mostly([], fc.array(fc.constantFrom(-1, -1, -1, 1), { maxLength: 5 })),
  lateMs: mostly(0, fc.constantFrom(59_000, 61_000)),
});
type Market = typeof market extends fc.Arbitrary<infer T> ? T : never;

/** The desk in this market; what the day and the week have lost is latched by these settings. */
function deskOf(given: Market, settings: RiskSettings): StandingContext {
  const digits = given.symbol === 'EURUSD' ? 5 : given.symbol === 'USDJPY' ? 3 : 2;
  const usual = instrumentFor(given.symbol, digits, USD);
  if ('kind' in usual) throw new Error(usual.message);
  const instrument = {
    ...usual,
    volumeStep: volumeStep(given.step),
    volumeMinSteps: 1,
    volumeMaxSteps: 1_000_000,
    stopsLevelPoints: given.stopsLevelPoints,
  };
  const balance = money(given.balance, USD);
  const account = anAccount({ balance, equity: balance, freeMargin: balance });
  const valuation = valuationOf(instrument, USD);
  if (valuation.kind === 'denied') throw new Error(valuation.message);
  const { asOf } = aDesk();
  const watched = given.equities.reduce(
    (state, perMille) => watchEquity(state, asOf, (given.balance * perMille) / 1_000, settings),
    startLimits(asOf, given.balance),
  );
  const limits = given.closed.reduce(
    (state, net) => countClosing(state, asOf, net, settings),
    watched,
  );
  const bid = { EURUSD: 110_200, USDJPY: 151_300, XAUUSD: 266_000 }[given.symbol] ?? 0;
  return aDesk({
    instrument,
    account,
    valuation,
    limits,
    settings,
    quote: { bid, ask: bid + given.spread },
    tradesToday: given.tradesToday,
    barClosedAt: instant(asOf - given.lateMs),
    openRisks: given.others.map(({ pair: [base = '', quote = ''], side, perMille }) => ({
      base: currencyOf(base),
      quote: currencyOf(quote),
      side,
      riskMinor: (given.balance * perMille) / 1_000,
    })),
    positions: given.held ? [aPosition({ symbol: given.symbol })] : [],
  });
}

function ask(given: Market, asked: AskedFor & { action: 'BUY' | 'SELL' }, settings: RiskSettings) {
  const desk = deskOf(given, settings);
  const proposal = aProposal({
    side: asked.action,
    stopLossAtr: asked.stopLossAtr ?? 0,
    takeProfitAtr: asked.takeProfitAtr ?? 0,
    atrPoints: given.atrPoints,
  });
  return { answer: askRiskDesk(proposal, desk), quote: desk.quote };
}

/** Bots of before told no step of volume. */
function forgetful(told: ToldDesk, stepTold: boolean): ToldDesk {
  return stepTold ? told : { ...told, asked: told.asked && { ...told.asked, volumeStep: null } };
}

describe('what the desk would have said, against a desk that is really asked', () => {
  it('is what it says, or is unknown, in 20,000 markets with other verdicts and profiles', () => {
    const kinds = { allowed: 0, refused: 0, unknown: 0, nothing: 0 };
    let sized = 0;
    fc.assert(
      fc.property(
        market,
        profile,
        verdict,
        profile,
        fc.option(verdict, { freq: 2 }),
        fc.boolean(),
        (given, settingsOfThen, then, tried, other, stepTold) => {
          const now = other ?? then;
          const settings = { ...DEFAULT_RISK_SETTINGS, maxLossesInRow: 4, ...settingsOfThen };
          const before = ask(given, then, settings);
          const told = forgetful(toldDesk(before.answer, before.quote), stepTold);
          const { symbol, atrPoints } = given;
          const moment = { symbol, currency: 'USD', atrPoints, decided: then, told };
          const replayed = replayDesk(moment, now, tried);
          const { answer } = ask(given, now, { ...settings, ...tried });
          kinds[replayed.kind] += 1;
          const real = answer.kind === 'approved' ? 'allowed' : 'refused';
          if (replayed.kind !== 'unknown') assert.equal(replayed.kind, real, replayed.sentence);
          if (replayed.kind === 'allowed' && answer.kind === 'approved') {
            const lots = lotsToNumber(answer.order.lots);
            const [low, high = low] = [...replayed.sentence.matchAll(/\d[\d.]*(?= (?:to|lots))/g)];
            assert.ok(Number(low) <= lots && lots <= Number(high), `${lots}: ${replayed.sentence}`);
            if (replayed.lots === null) return;
            assert.equal(replayed.lots, lots);
            sized += 1;
          }
        },
      ),
      { numRuns: 20_000, seed: 1 },
    );
    assert.ok(kinds.allowed > 2_000 && kinds.refused > 5_000, JSON.stringify(kinds));
    assert.ok(sized > kinds.allowed * 0.7, `${sized} of ${kinds.allowed} were sized`);
  });
});
