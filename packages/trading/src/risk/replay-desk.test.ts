import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aDesk, aPosition, aProposal } from '../testing/desk-context.ts';
import { toldDesk } from '../testing/told-desk.ts';
import { deskOfThen, type ReplayedMoment, replayDesk } from './replay-desk.ts';
import type { AskedFor, RiskTry } from './replay-scene.ts';
import type { StandingContext } from './risk-context.ts';
import { askRiskDesk } from './risk-desk.ts';
import type { RiskSettings } from './risk-settings.ts';

const BUY: AskedFor = { action: 'BUY', stopLossAtr: 1.5, takeProfitAtr: 3 };
const SELL: AskedFor = { ...BUY, action: 'SELL' };
const HOLD: AskedFor = { action: 'HOLD', stopLossAtr: null, takeProfitAtr: null };

/**
 * What the bot told of the desk's answer to BUY: a stop of 225 points, 0.43 lots that may lose 99.77 of
 * 100 USD, a reward of 1.9095 times the risk.
 */
function moment(
  desk: Partial<StandingContext> = {},
  settings: Partial<RiskSettings> = {},
): ReplayedMoment {
  const context = aDesk(desk, settings);
  const answer = askRiskDesk(aProposal(), context);
  return {
    symbol: 'EURUSD',
    currency: 'USD',
    atrPoints: 150,
    decided: BUY,
    told: toldDesk(answer, context.quote),
  };
}

/** A quote that the desk refuses: 40 points of spread, where 36 are allowed. */
const WIDE = { quote: { bid: 110_200, ask: 110_240 } };

type Case = Readonly<{
  name: string;
  of?: ReplayedMoment;
  now?: AskedFor;
  tried?: RiskTry;
  says: readonly [kind: string, rule: string | null, lots: number | null];
  sentence: RegExp;
}>;

const CASES: readonly Case[] = [
  {
    name: 'halves the risk: lots are rounded down as the desk does it',
    tried: { riskPercent: 0.5 },
    says: ['allowed', null, 0.21],
    sentence: /^The risk desk would have let the BUY of EURUSD through with 0.21 lots\.$/,
  },
  {
    name: 'doubles it',
    tried: { riskPercent: 2 },
    says: ['allowed', null, 0.86],
    sentence: /with 0.86 lots/,
  },
  {
    name: 'risks so little that no order is small enough',
    tried: { riskPercent: 0.01 },
    says: ['refused', 'volume_below_minimum', null],
    sentence:
      /^Even 0.01 lots of EURUSD would lose more at their stop than the risk settings allow\.$/,
  },
  {
    name: 'asks for more reward than there was',
    tried: { minRiskReward: 2 },
    says: ['refused', 'risk_reward', null],
    sentence:
      /^The reward of the BUY of EURUSD is 1.909 times its risk after costs, at least 2 is required\.$/,
  },
  {
    name: 'asks for less reward than the desk then did, which sized no order',
    of: moment({}, { minRiskReward: 2 }),
    tried: { minRiskReward: 1 },
    says: ['unknown', null, null],
    sentence: /its other rules would have been kept, but no order was sized then/,
  },
  {
    name: 'allows fewer trades a day than were opened',
    of: moment({ tradesToday: 3 }),
    tried: { maxDailyTrades: 3 },
    says: ['refused', 'daily_trades', null],
    sentence: /^3 trades were opened today, the risk settings allow 3\.$/,
  },
  {
    name: 'allows more of them than the desk then did, which came to no later rule',
    of: moment({ tradesToday: 3 }, { maxDailyTrades: 3 }),
    tried: { maxDailyTrades: 4 },
    says: ['unknown', null, null],
    sentence: /is not known: the desk refused then, and did not come to its later rules\.$/,
  },
  {
    name: 'allows less loss a day: how much was lost is told only once a limit is met',
    tried: { dailyLossPercent: 2 },
    says: ['unknown', null, null],
    sentence: /the loss of the day was below 5% then, and whether it was below 2% is not told\.$/,
  },
  {
    name: 'allows more loss a day than was allowed and not met',
    tried: { dailyLossPercent: 6, weeklyLossPercent: 12 },
    says: ['allowed', null, 0.43],
    sentence: /0.43 lots/,
  },
  {
    name: 'allows a loss that is still below the one of that day',
    of: moment({ limits: { ...aDesk().limits, dailyLossLatch: 5.4 } }),
    tried: { dailyLossPercent: 5.2 },
    says: ['refused', 'daily_loss', null],
    sentence: /^The day's loss reached 5.4% of the equity it began with, the limit is 5.2%\.$/,
  },
  {
    name: 'cannot help a position that is open, whatever the profile',
    of: moment({ positions: [aPosition()] }),
    tried: { riskPercent: 0.5, minRiskReward: 1 },
    says: ['refused', 'position_open', null],
    sentence: /^EURUSD is held already: positions open 1, at most 1\.$/,
  },
  {
    name: 'turns the trade round: its prices follow from the quote of then',
    now: SELL,
    says: ['allowed', null, 0.43],
    sentence: /the SELL of EURUSD through with 0.43 lots/,
  },
  {
    name: 'puts the stop twice as far away: half the lots',
    now: { ...BUY, stopLossAtr: 3, takeProfitAtr: 6 },
    says: ['allowed', null, 0.21],
    sentence: /0.21 lots/,
  },
  {
    name: 'puts the target too near for the minimum of then',
    now: { ...BUY, takeProfitAtr: 2 },
    says: ['refused', 'risk_reward', null],
    sentence: /at least 1.5 is required/,
  },
  {
    name: 'puts the stop further away, so that a wide spread is small beside it',
    of: moment(WIDE),
    now: { ...BUY, stopLossAtr: 4, takeProfitAtr: 8 },
    says: ['unknown', null, null],
    sentence: /the spread of 40 points was held to the distance of another stop loss\.$/,
  },
  {
    name: 'puts it nearer: a spread that was too wide is so still',
    of: moment(WIDE),
    now: { ...BUY, stopLossAtr: 1, takeProfitAtr: 2 },
    says: ['refused', 'spread', null],
    sentence: /^The spread of EURUSD is 40 points, the limit is at most 36\.$/,
  },
  {
    name: 'holds',
    now: HOLD,
    says: ['nothing', null, null],
    sentence: /nothing to look at/,
  },
  {
    name: 'trades where the voters held then, and no quote was looked at',
    of: { ...moment(), decided: HOLD, told: null },
    now: BUY,
    says: ['unknown', null, null],
    sentence: /is not known: the voters held then, so the desk was asked nothing\.$/,
  },
  {
    name: 'asks for a reward that no quote could have given',
    of: { ...moment(), decided: HOLD, told: null },
    now: BUY,
    tried: { minRiskReward: 3 },
    says: ['refused', 'risk_reward', null],
    sentence: /is at most 2 times its risk, at least 3 is required\.$/,
  },
  {
    name: 'is tried on a decision whose bot has told nothing',
    of: { ...moment(), told: null },
    tried: { riskPercent: 0.5 },
    says: ['unknown', null, null],
    sentence: /the bot has not told what the desk looked at then\.$/,
  },
];

describe('what the desk would have said, where a profile or a verdict', () => {
  for (const { name, of = moment(), now = of.decided, tried = {}, says, sentence } of CASES) {
    it(name, () => {
      const desk = replayDesk(of, now, tried);
      assert.deepEqual([desk.kind, desk.rule, desk.lots], says, desk.sentence);
      assert.match(desk.sentence, sentence);
    });
  }

  it('changes nothing says what the desk said', () => {
    const of = moment();
    const before = deskOfThen(of);
    assert.deepEqual([before.kind, before.lots], ['allowed', 0.43]);
    const { sentence, ...after } = replayDesk(of, BUY, {});
    const { sentence: said, ...then } = before;
    assert.deepEqual(after, then);
    assert.equal(said, 'The risk desk let the BUY of EURUSD through with 0.43 lots.');
    assert.match(sentence, /would have let/);
  });

  it('is tried where the step of volume was not told names a range of sizes', () => {
    const of = moment();
    const told = of.told && {
      ...of.told,
      asked: of.told.asked && { ...of.told.asked, lots: 0.4, volumeStep: null },
      // 0.40 lots that used the whole risk: steps of 0.1, 0.01 and 0.001 all give it.
      checks: of.told.checks.map((check) =>
        check.rule === 'loss_at_stop_minor' ? { ...check, value: 10_000 } : check,
      ),
    };
    const desk = replayDesk({ ...of, told }, BUY, { riskPercent: 0.6 });
    assert.deepEqual([desk.kind, desk.lots], ['allowed', null]);
    assert.match(desk.sentence, /with 0.2 to 0.24 lots\.$/);
  });

  it('is tried on what the broker refused is held to that: an order as large, and no other', () => {
    const of = moment();
    const refusal = { rule: 'margin', sentence: 'The order needs more margin than is free.' };
    const told = of.told && { ...of.told, refusal };
    assert.equal(deskOfThen({ ...of, told }).rule, 'margin');
    assert.equal(replayDesk({ ...of, told }, BUY, { minRiskReward: 1 }).rule, 'margin');
    const smaller = replayDesk({ ...of, told }, BUY, { riskPercent: 0.5 });
    assert.equal(smaller.kind, 'unknown');
    assert.match(smaller.sentence, /the broker refused the order of then/);
  });
});
