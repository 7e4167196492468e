import assert from 'node:assert/strict';
import type { PositionTicket } from '@quorate/values/ids';
import { instant } from '@quorate/values/instant';
import { lots } from '@quorate/values/lots';
import { price } from '@quorate/values/price';
import { orderKeyFromHash } from '../account/order.ts';
import type { Position } from '../account/position.ts';
import { valuationOf } from '../account/valuation.ts';
import type { GovernorFacts } from '../governor/facts.ts';
import { startLimits } from '../risk/limits-state.ts';
import type { Refusal } from '../risk/refusal.ts';
import { askRiskDesk, type Proposal } from '../risk/risk-desk.ts';
import type { StandingContext } from '../risk/rules.ts';
import { DEFAULT_RISK_SETTINGS, type RiskSettings } from '../risk/rules.ts';
import { anAccount, anInstrument, MONDAY, USD } from './builders.ts';

/** A desk at which the proposal below is approved: Monday noon, nothing open, EURUSD at 1.10200/1.10212. */
export function aDesk(
  changes: Partial<StandingContext> = {},
  settings: Partial<RiskSettings> = {},
): StandingContext {
  const instrument = changes.instrument ?? anInstrument();
  const account = changes.account ?? anAccount();
  const valuation = changes.valuation ?? valuationOf(instrument, account.currency);
  if (valuation.kind === 'denied') throw new Error(valuation.message);
  const asOf = instant(MONDAY + 2 * 3_600_000);
  return {
    quote: { bid: 110_200, ask: 110_212 },
    asOf,
    barClosedAt: changes.asOf ?? asOf,
    timeframe: 'H1',
    instrument,
    valuation,
    account,
    positions: [],
    limits: startLimits(changes.asOf ?? asOf, account.equity.minor),
    tradesToday: 0,
    planDailyTrades: null,
    settings: { ...DEFAULT_RISK_SETTINGS, ...settings },
    ...changes,
  };
}

/** To buy with a stop 225 points away and a target 450 away. */
export function aProposal(changes: Partial<Proposal> = {}): Proposal {
  return {
    side: 'BUY',
    stopLossAtr: 1.5,
    takeProfitAtr: 3,
    atrPoints: 150,
    key: orderKeyFromHash('00443214c74254b6'),
    decisionId: 'decision-1',
    ...changes,
  };
}

/** A position of 0.10 lots that was bought at 1.10000 on Monday. */
export function aPosition(changes: Partial<Position> = {}): Position {
  return {
    ticket: '1' as PositionTicket,
    orderKey: null,
    symbol: 'EURUSD',
    side: 'BUY',
    lots: lots(10, anInstrument().volumeStep),
    openPrice: price(110_000, 5),
    stopLoss: price(109_800, 5),
    takeProfit: null,
    openedAt: MONDAY,
    initialRisk: { minor: 2_070, currency: USD },
    ...changes,
  };
}

/** What a governor leaves that has 405 dollars between equity, open risk, floor and buffer. */
export function someFacts(changes: Partial<GovernorFacts> = {}): GovernorFacts {
  return {
    ruleSetId: 'ftmo-2-step',
    floorMinor: 950_000,
    openRiskMinor: 4_550,
    bufferMinor: 4_950,
    headroomMinor: 40_500,
    endRoomMinor: null,
    worstBeyondMinor: 0,
    worstHereMinor: 0,
    worstPoints: 1_200,
    off: null,
    offUntil: null,
    reservePoints: 20,
    swapPerManyStepsMinor: 0,
    openPositions: 0,
    mostPositions: null,
    lotsLeft: null,
    openRiskLeftMinor: null,
    news: { state: 'clear' },
    ...changes,
  };
}

/** The desk's refusal of a changed proposal. */
export function refusalOf(
  proposal: Partial<Proposal>,
  desk: Partial<StandingContext>,
  settings: Partial<RiskSettings> = {},
): Refusal {
  const answer = askRiskDesk(aProposal(proposal), aDesk(desk, settings));
  assert.equal(answer.kind, 'refused');
  assert.ok(answer.kind === 'refused');
  return answer.refusal;
}

/** Expects a refusal with this code and these figures. */
export function expectRefusal(
  code: string,
  limit: number | string,
  actual: number | string,
  proposal: Partial<Proposal>,
  desk: Partial<StandingContext> = {},
  settings: Partial<RiskSettings> = {},
): Refusal {
  const refusal = refusalOf(proposal, desk, settings);
  assert.deepEqual(
    [refusal.code, refusal.limit, refusal.actual],
    [code, limit, actual],
    refusal.message,
  );
  assert.match(refusal.message, /\.$/);
  return refusal;
}
