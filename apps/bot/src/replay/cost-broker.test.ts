import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { valuationOf } from '@quorate/trading/account/valuation';
import { serverTimeMs } from '@quorate/trading/market/new-york-clock';
import { swapNights } from '@quorate/trading/market/trading-day';
import { openBarBench } from '@quorate/trading/testing/bar-bench';
import { type BrokerBench, onlyDeal, opened, QUIET } from '@quorate/trading/testing/broker-bench';
import { brokerCard } from '@quorate/trading/testing/broker-card';
import { instantFromIso } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import { type ExtraCosts, withExtraCosts } from './cost-broker.ts';

function openBench(costs: ExtraCosts): BrokerBench {
  return openBarBench((inner, instrument) => {
    const valuation = valuationOf(instrument, currencyOf('USD'));
    return withExtraCosts(inner, costs, () =>
      valuation.kind === 'valuation' ? { instrument, valuation } : undefined,
    );
  });
}

brokerCard('broker with costs of nothing', () => openBench({ slippagePoints: 0, swaps: {} }));

describe('a broker with further costs', () => {
  const costs = { slippagePoints: 4, swaps: { '*': { longMinor: -700, shortMinor: -200 } } };

  it('takes slippage at the opening and at a closing, and the account pays both', async () => {
    const bench = openBench(costs);
    const opening = await opened(bench);
    const lots = opening.lots.steps / 100;
    // Four points of a lot of EURUSD are 4 dollars.
    assert.equal(opening.fee.minor, Math.round(-400 * lots));
    const { balance } = await bench.broker.account();
    assert.equal(balance.minor, 1_000_000 + opening.fee.minor + opening.commission.minor);
    const outcome = await bench.broker.close(opening.positionTicket);
    assert.equal(outcome.kind, 'closed');
    const closing = outcome.kind === 'closed' ? outcome.deal : assert.fail();
    assert.equal(closing.fee.minor, opening.fee.minor);
    const told = onlyDeal(await bench.bar(QUIET));
    assert.deepEqual(told, closing, 'told as it was answered, and paid once');
    const after = await bench.broker.account();
    const sum = [opening, closing].reduce(
      (total, { profit, commission, fee, swap }) =>
        total + profit.minor + commission.minor + fee.minor + swap.minor,
      0,
    );
    assert.equal(after.balance.minor, 1_000_000 + sum);
    assert.equal(after.equity.minor, after.balance.minor);
  });

  it('takes swap for each night with the closing, and a target without slippage', async () => {
    const bench = openBench(costs);
    const opening = await opened(bench);
    bench.silence(48);
    const target = opening.takeProfit?.points ?? 0;
    const closing = onlyDeal(await bench.bar([target, target + 50, target - 10, target, 10]));
    assert.equal(closing.reason, 'take-profit');
    assert.equal(closing.fee.minor, 0);
    const nights = swapNights(serverTimeMs(opening.time), serverTimeMs(closing.time));
    assert.ok(nights >= 2, `${nights} nights`);
    assert.equal(closing.swap.minor, Math.round((-700 * nights * opening.lots.steps) / 100));
  });
});

describe('nights', () => {
  const nights = (from: string, to: string) =>
    swapNights(serverTimeMs(instantFromIso(from)), serverTimeMs(instantFromIso(to)));

  it('are the midnights of the server, three for Wednesday and none for the weekend', () => {
    // Midnight is 22:00 UTC in winter.
    assert.equal(nights('2025-01-06T10:00Z', '2025-01-06T21:59Z'), 0);
    assert.equal(nights('2025-01-06T10:00Z', '2025-01-06T22:00Z'), 1);
    assert.equal(nights('2025-01-08T10:00Z', '2025-01-08T23:00Z'), 3);
    assert.equal(nights('2025-01-10T10:00Z', '2025-01-13T10:00Z'), 1);
    assert.equal(nights('2025-01-06T10:00Z', '2025-01-13T10:00Z'), 7);
  });
});
