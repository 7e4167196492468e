import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lotsToDecimal } from '@quorate/values/lots';
import { currencyOf, moneyFromDecimal } from '@quorate/values/money';
import { instrumentFor } from '../account/instrument.ts';
import { anAccount, anInstrument, usd } from '../testing/builders.ts';
import { aDesk, aProposal, expectRefusal, refusalOf } from '../testing/desk-context.ts';
import { askRiskDesk } from './risk-desk.ts';

test('an account too small for the smallest order is refused, never rounded up', () => {
  const refusal = expectRefusal(
    'volume_below_minimum',
    '0.01',
    '0.00',
    {},
    { account: anAccount({ balance: usd('200'), equity: usd('200') }) },
  );
  assert.equal(
    refusal.message,
    'The smallest order of EURUSD, 0.01 lots, would lose 2.33 USD at its stop; the risk settings allow 2.00 USD.',
  );
});

test('an account without free margin is refused, one with little trades what it can', () => {
  const refusal = refusalOf({}, { account: anAccount({ freeMargin: usd('36') }) });
  assert.equal(
    refusal.message,
    'The smallest order of EURUSD needs 36.74 USD of margin; 36.00 USD is free.',
  );
  const little = askRiskDesk(
    aProposal(),
    aDesk({ account: anAccount({ freeMargin: usd('100') }) }),
  );
  assert.ok(little.kind === 'approved');
  assert.equal(lotsToDecimal(little.order.lots), '0.02');
});

test('risk is counted from the smaller of balance and equity', () => {
  const losing = askRiskDesk(aProposal(), aDesk({ account: anAccount({ equity: usd('5000') }) }));
  const winning = askRiskDesk(aProposal(), aDesk({ account: anAccount({ equity: usd('15000') }) }));
  assert.ok(losing.kind === 'approved' && winning.kind === 'approved');
  assert.deepEqual(
    [losing, winning].map(({ order }) => lotsToDecimal(order.lots)),
    ['0.21', '0.43'],
  );
  expectRefusal(
    'volume_below_minimum',
    '0.01',
    '0.00',
    {},
    { account: anAccount({ equity: usd('-50') }) },
  );
});

test('the broker’s largest order caps the size', () => {
  const answer = askRiskDesk(
    aProposal(),
    aDesk({ instrument: anInstrument({ volumeMaxSteps: 25 }) }),
  );
  assert.ok(answer.kind === 'approved');
  assert.equal(lotsToDecimal(answer.order.lots), '0.25');
});

test('yen accounts are sized in yen', () => {
  const jpy = currencyOf('JPY');
  const instrument = instrumentFor('EURJPY', 3, jpy);
  assert.ok(!('kind' in instrument));
  const balance = moneyFromDecimal('1000000', jpy);
  const account = anAccount({ currency: jpy, balance, equity: balance, freeMargin: balance });
  const answer = askRiskDesk(
    aProposal({ atrPoints: 200 }),
    aDesk({ instrument, account, quote: { bid: 160_000, ask: 160_018 } }),
  );
  assert.ok(answer.kind === 'approved');
  // 10,000 yen over 300 points (30,000 yen a lot) and 1,000 yen of commission.
  assert.equal(lotsToDecimal(answer.order.lots), '0.32');
});
