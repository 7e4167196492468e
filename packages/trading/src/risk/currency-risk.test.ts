import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lots } from '@quorate/values/lots';
import { currencyOf, money } from '@quorate/values/money';
import { price } from '@quorate/values/price';
import { valuationOf } from '../account/valuation.ts';
import { anAccount, anInstrument, USD } from '../testing/builders.ts';
import { aDesk, aPosition, aProposal, expectRefusal } from '../testing/desk-context.ts';
import { type OpenRisk, openRisksOf } from './open-risk.ts';
import { askRiskDesk } from './risk-desk.ts';

/** What is open in a symbol, in percent of the 10,000 dollars. */
function open(symbol: string, side: 'BUY' | 'SELL', percent: number): OpenRisk {
  const [base, quote] = [symbol.slice(0, 3), symbol.slice(3)].map(currencyOf);
  if (!base || !quote) throw new Error(symbol);
  return { base, quote, side, riskMinor: percent * 10_000 };
}

const TWO = { maxCurrencyRiskTrades: 2 };

/** The figures of the check of a purchase of EURUSD at 1 %, which is 1 % on the euro and 1 % against the dollar. */
function told(...openRisks: OpenRisk[]): readonly [number, number] | string | undefined {
  const answer = askRiskDesk(aProposal(), aDesk({ openRisks }, TWO));
  const check = answer.checks.find(({ name }) => name === 'currency_risk_percent');
  if (check) return [check.value, check.limit];
  return answer.kind === 'refused' ? answer.refusal.code : undefined;
}

test('purchases of EURUSD and GBPUSD are both against the dollar and add up', () => {
  assert.deepEqual(told(open('GBPUSD', 'BUY', 1)), [2, 2]);
  const refusal = expectRefusal(
    'currency_risk',
    2,
    3,
    {},
    { openRisks: [open('GBPUSD', 'BUY', 1), open('AUDUSD', 'BUY', 1)] },
    TWO,
  );
  assert.equal(
    refusal.message,
    'The BUY of EURUSD would bring what is risked on USD to 3% of the account, the limit is 2%.',
  );
});

test('one direction is netted against the other', () => {
  const dollarsBought = open('USDJPY', 'BUY', 1);
  assert.deepEqual(told(open('GBPUSD', 'BUY', 1), open('AUDUSD', 'BUY', 1), dollarsBought), [2, 2]);
  // The euro is as it was: sold against the pound, it is bought here.
  assert.deepEqual(told(open('EURGBP', 'SELL', 1)), [1, 2]);
});

test('gold is a currency of its own, and a purchase of it is against the dollar', () => {
  assert.equal(told(open('XAUUSD', 'BUY', 1.5)), 'currency_risk');
  assert.deepEqual(told(open('XAUEUR', 'SELL', 1), open('XAUUSD', 'SELL', 1)), [2, 2]);
});

test('currencies that have nothing to do with each other do not add up', () => {
  assert.deepEqual(told(open('GBPJPY', 'BUY', 2), open('AUDNZD', 'SELL', 2)), [1, 2]);
});

test('where nothing else is open, or no limit is wanted, there is nothing to compare', () => {
  assert.equal(told(), undefined);
  const answer = askRiskDesk(
    aProposal(),
    aDesk({ openRisks: [open('GBPUSD', 'BUY', 50)] }, { maxCurrencyRiskTrades: null }),
  );
  assert.equal(answer.kind, 'approved');
});

test('the limit is so many times the risk of one trade, and never less than one', () => {
  const two = { riskPercent: 2, maxCurrencyRiskTrades: 1.5 };
  expectRefusal('currency_risk', 3, 3.5, {}, { openRisks: [open('GBPUSD', 'BUY', 1.5)] }, two);
  const none = { maxCurrencyRiskTrades: 0 };
  expectRefusal('currency_risk', 1, 1.5, {}, { openRisks: [open('GBPUSD', 'BUY', 0.5)] }, none);
  const hedge = askRiskDesk(aProposal(), aDesk({ openRisks: [open('EURCHF', 'SELL', 9)] }, none));
  assert.equal(hedge.kind, 'approved');
});

test('an account that has nothing risks all of it', () => {
  const nothing = money(0, USD);
  const account = anAccount({ balance: nothing, equity: nothing, freeMargin: nothing });
  const openRisks = [open('GBPUSD', 'BUY', 1)];
  expectRefusal('currency_risk', 2, 101, {}, { account, openRisks }, TWO);
});

test('the open risk of a position is the loss from its opening to its stop of now, and the commission', () => {
  const instrument = anInstrument();
  const valuation = valuationOf(instrument, USD);
  assert.ok(valuation.kind === 'valuation');
  const terms = () => ({ instrument, valuation });
  const risks = (changes: Parameters<typeof aPosition>[0], known: typeof terms | null = terms) =>
    openRisksOf([aPosition(changes)], anAccount(), known ?? (() => undefined)).map(
      ({ riskMinor }) => riskMinor,
    );
  // 0.10 lots over 200 points, and 0.35.
  assert.deepEqual(risks({}), [2_035]);
  assert.deepEqual(risks({ lots: lots(5, instrument.volumeStep) }), [1_018]);
  // The stop has been moved behind the opening: nothing is left to lose.
  assert.deepEqual(risks({ stopLoss: price(110_050, 5) }), [0]);
  assert.deepEqual(risks({ side: 'SELL', stopLoss: price(110_100, 5) }), [1_035]);
  assert.deepEqual(risks({ stopLoss: null }), [1_000_000]);
  // Opened by hand in a symbol that is not traded here: what it was opened with counts.
  assert.deepEqual(risks({ symbol: 'GBPUSD.a' }, null), [2_070]);
  assert.deepEqual(risks({ symbol: 'US500' }, null), []);
  assert.deepEqual(risks({ symbol: 'GBPUSD', initialRisk: null }, null), [1_000_000]);
});
