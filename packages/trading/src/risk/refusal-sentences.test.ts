import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { instant, instantFromIso } from '@quorate/values/instant';
import { currencyOf, money } from '@quorate/values/money';
import { instrumentFor } from '../account/instrument.ts';
import { ratesFrom } from '../account/rates.ts';
import { valuationOf } from '../account/valuation.ts';
import { anAccount, anInstrument, USD } from '../testing/builders.ts';
import { aDesk, aPosition, refusalOf, someFacts } from '../testing/desk-context.ts';
import type { OpenRisk } from './open-risk.ts';
import { SIZE_CODES } from './refusal.ts';
import { RULES, type RuleCode } from './rules.ts';

const { limits, asOf } = aDesk();
const [GBP, AUD] = [currencyOf('GBP'), currencyOf('AUD')];
const points = (stopLossAtr: number, takeProfitAtr = 500) => ({
  atrPoints: 1,
  stopLossAtr,
  takeProfitAtr,
});

/** Lists the arguments of `refusalOf` by the code of the refusal that they lead to. */
const CASES: Readonly<
  Record<RuleCode | keyof typeof SIZE_CODES, () => Parameters<typeof refusalOf>>
> = {
  owner_halt: () => [{}, { ownerHalted: true }],
  crossed_quote: () => [{}, { quote: { bid: 110_200, ask: 110_190 } }],
  symbol_not_allowed: () => [{}, {}, { allowedSymbols: ['GBPUSD', 'USDJPY'] }],
  risk_percent: () => [{}, {}, { riskPercent: 2.01 }],
  daily_loss: () => [{}, { limits: { ...limits, dailyLossLatch: 5.31 } }],
  weekly_loss: () => [{}, { limits: { ...limits, weeklyLossLatch: 12 } }],
  weekly_profit: () => [
    {},
    { limits: { ...limits, weeklyProfitLatch: 8.2 } },
    { weeklyProfitPercent: 8 },
  ],
  drawdown: () => [{}, { limits: { ...limits, drawdownLatch: 10.1 } }],
  losing_streak: () => [{}, { limits: { ...limits, lossesLatch: 3 } }, { maxLossesInRow: 3 }],
  daily_trades: () => [{}, { tradesToday: 3 }, { maxDailyTrades: 3 }],
  plan_daily_trades: () => [{}, { tradesToday: 4, planDailyTrades: 3 }],
  stale_decision: () => [{}, { barClosedAt: instant(asOf - 61_000) }],
  weekend: () => [{}, { asOf: instantFromIso('2025-01-10T21:00:00Z') }],
  rollover: () => [{}, { asOf: instantFromIso('2025-01-07T22:00:00Z') }],
  max_open_positions: () => [
    {},
    { positions: ['GBPUSD', 'USDJPY'].map((symbol) => aPosition({ symbol })) },
    { maxOpenPositions: 2 },
  ],
  position_open: () => [{}, { positions: [aPosition()] }],
  conversion_rate: () => {
    const instrument = instrumentFor('EURGBP', 5, USD);
    if ('kind' in instrument) throw new Error(instrument.message);
    const valuation = valuationOf(
      instrument,
      USD,
      ratesFrom(() => []),
    );
    if (valuation.kind === 'denied') throw new Error(valuation.message);
    return [{}, { instrument, valuation }];
  },
  currency_risk: () => {
    const risk = { quote: USD, side: 'BUY', riskMinor: 10_000 } as const;
    const openRisks: OpenRisk[] = [
      { ...risk, base: GBP },
      { ...risk, base: AUD },
    ];
    return [{}, { openRisks }];
  },
  stop_loss_required: () => [{ stopLossAtr: 900 }, {}],
  stop_too_close: () => [points(60), { instrument: anInstrument({ stopsLevelPoints: 50 }) }],
  stops_invalid: () => [points(200, -500), {}],
  spread: () => [{}, { quote: { bid: 110_200, ask: 110_252 } }],
  risk_reward: () => [points(193, 306), {}],
  headroom: () => [{}, { governor: someFacts({ openRiskMinor: 44_810, headroomMinor: 240 }) }],
  rule_set_floor: () => {
    const offUntil = instantFromIso('2025-01-10T23:00:00Z');
    return [{}, { governor: someFacts({ off: 'locked', offUntil }) }];
  },
  rule_set_positions: () => [{}, { governor: someFacts({ openPositions: 5, mostPositions: 5 }) }],
  rule_set_lots: () => [{}, { governor: someFacts({ lotsLeft: 0 }) }],
  rule_set_open_risk: () => [{}, { governor: someFacts({ openRiskLeftMinor: 120 }) }],
  news_window: () => {
    const [at, until] = ['2025-01-10T13:30:00Z', '2025-01-10T13:32:00Z'].map(instantFromIso);
    assert.ok(at !== undefined && until !== undefined);
    return [
      {},
      { governor: someFacts({ news: { state: 'near', title: 'Non-Farm Payrolls', at, until } }) },
    ];
  },
  volume_below_minimum: () => {
    const amount = money(10_000, USD);
    return [{}, { account: anAccount({ balance: amount, equity: amount, freeMargin: amount }) }];
  },
  margin: () => [{}, { account: anAccount({ freeMargin: money(1_000, USD) }) }],
  volume_limit: () => {
    const rich = money(100_000_000, USD);
    const account = anAccount({ balance: rich, equity: rich, freeMargin: rich });
    return [
      {},
      { account, instrument: anInstrument({ volumeMinSteps: 100, volumeLimitSteps: 50 }) },
    ];
  },
};

const EXAMPLES: Readonly<Record<string, string>> = Object.assign(
  {},
  SIZE_CODES,
  ...RULES.map(({ codes }) => codes),
);

describe('what the desk says when it refuses', () => {
  for (const [code, example] of Object.entries(EXAMPLES)) {
    it(`is, by its rule ${code}, the sentence of the handbook, with the limit and the actual value`, () => {
      const refusal = refusalOf(...CASES[code as keyof typeof CASES]());
      assert.deepEqual([refusal.code, refusal.message], [code, example]);
    });
  }
});
