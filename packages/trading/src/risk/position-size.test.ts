import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lots, volumeStep } from '@quorate/values/lots';
import { currencyOf, money } from '@quorate/values/money';
import fc from 'fast-check';
import { instrumentFor } from '../account/instrument.ts';
import { ratesFrom } from '../account/rates.ts';
import { valuationOf } from '../account/valuation.ts';
import { anAccount, anInstrument } from '../testing/builders.ts';
import { aDesk, aPosition } from '../testing/desk-context.ts';
import { positionSize } from './position-size.ts';

const PAIRS = [
  ['EURUSD', 5, 'USD', 108_000],
  ['EURUSD', 5, 'EUR', 108_000],
  ['USDJPY', 3, 'USD', 150_000],
  ['USDJPY', 3, 'JPY', 150_000],
  ['GBPUSD', 5, 'GBP', 126_000],
  ['XAUUSD', 2, 'USD', 265_000],
  ['USDCHF', 5, 'CHF', 88_000],
  ['EURGBP', 5, 'EUR', 83_000],
] as const;

// @spec 1.5
test('in six currencies, whatever the stop, the rounded loss at the stop never exceeds the risk allowed', () => {
  const idea = fc.record({
    pair: fc.constantFrom(...PAIRS),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    stop: fc.integer({ min: 20, max: 5_000 }),
    spread: fc.nat(60),
    balance: fc.integer({ min: 1, max: 1e9 }),
    riskPercent: fc.integer({ min: 1, max: 200 }).map((hundredths) => hundredths / 100),
    step: fc.constantFrom('0.01', '0.1', '1', '0.001'),
    leverage: fc.constantFrom(1, 30, 500),
  });
  let sized = 0;
  fc.assert(
    fc.property(
      idea,
      ({
        pair: [symbol, digits, code, bid],
        side,
        stop,
        spread,
        balance,
        riskPercent,
        step,
        leverage,
      }) => {
        const currency = currencyOf(code);
        const usual = instrumentFor(symbol, digits, currency);
        assert.ok(!('kind' in usual));
        const instrument = { ...usual, volumeStep: volumeStep(step) };
        const amount = money(balance, currency);
        const account = anAccount({
          currency,
          balance: amount,
          equity: amount,
          freeMargin: amount,
          leverage,
        });
        const quote = { bid, ask: bid + spread };
        const entry = side === 'BUY' ? quote.ask : quote.bid;
        const stopLoss = side === 'BUY' ? quote.bid - stop : quote.ask + stop;
        const desk = aDesk({ instrument, account, quote }, { riskPercent });
        const size = positionSize({ ...desk, idea: { side, entry, stopLoss, takeProfit: null } });
        const allowed = (balance * riskPercent) / 100;
        if (size.kind === 'denied') return;
        sized += 1;
        const valuation = valuationOf(instrument, currency);
        assert.ok(valuation.kind === 'valuation');
        // What the simulated broker books when the stop is hit, with the rate at the stop.
        const exit =
          side === 'BUY'
            ? { bid: stopLoss, ask: stopLoss + spread }
            : { bid: stopLoss - spread, ask: stopLoss };
        const loss = valuation.profitOf(-Math.abs(entry - stopLoss), size.lots, exit).minor;
        const commission = 2 * valuation.commissionOf(size.lots).minor;
        assert.ok(-(loss + commission) <= allowed + 0.5, `${-(loss + commission)} of ${allowed}`);
        assert.ok(size.marginMinor <= balance);
        assert.ok(size.lots.steps >= instrument.volumeMinSteps);
      },
    ),
    { numRuns: 3_000 },
  );
  assert.ok(sized > 500);
});

test('one step more would risk too much', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100_000, max: 100_000_000 }),
      fc.integer({ min: 50, max: 2_000 }),
      (balance, stop) => {
        const amount = money(balance, currencyOf('USD'));
        const account = anAccount({
          balance: amount,
          equity: amount,
          freeMargin: amount,
          leverage: 100_000,
        });
        const desk = aDesk({ account, instrument: anInstrument({ volumeMaxSteps: 10 ** 9 }) });
        const size = positionSize({
          ...desk,
          idea: { side: 'BUY', entry: 110_212, stopLoss: 110_212 - stop, takeProfit: null },
        });
        if (size.kind === 'denied') return;
        const next = size.lots.steps + 1;
        // A step of 0.01 lots loses one cent a point and 7 cents of commission, 8 when rounded up on each side.
        assert.ok(next * (stop + 8) > Math.floor(balance / 100) - 2);
        assert.ok(size.lossMinor <= size.riskMoneyMinor);
      },
    ),
  );
});

test('the worked example: 10,000 dollars at 1%, a stop of 30 pips, 7 dollars a lot make 0.32 lots', () => {
  const size = positionSize({
    ...aDesk(),
    idea: { side: 'BUY', entry: 110_212, stopLoss: 109_912, takeProfit: null },
  });
  assert.ok(size.kind === 'sized');
  assert.equal(size.lots.steps, 32);
  assert.equal(size.lossMinor, 9_824);
});

test('commission that is rounded up on both sides is part of the risk', () => {
  // 0.01 lots lose 1.93 over 193 points and 0.035 of commission a side, booked as 0.04: 2.01, not 2.00.
  const idea = { side: 'BUY', entry: 110_212, stopLoss: 110_019, takeProfit: null } as const;
  const of = (balance: number) => {
    const amount = money(balance, currencyOf('USD'));
    const account = anAccount({
      balance: amount,
      equity: amount,
      freeMargin: amount,
      leverage: 500,
    });
    const size = positionSize({ ...aDesk({ account }), idea });
    return size.kind === 'denied' ? size.code : size.lots.steps;
  };
  assert.deepEqual(
    [of(20_000), of(20_099), of(20_100)],
    ['volume_below_minimum', 'volume_below_minimum', 1],
  );
});

test('the worked example in a third currency: EURGBP for 10,000 dollars, converted with GBPUSD', () => {
  const usd = currencyOf('USD');
  const instrument = instrumentFor('EURGBP', 5, usd);
  assert.ok(!('kind' in instrument));
  const rates = ratesFrom(() => [{ base: currencyOf('GBP'), quote: usd, bid: 1.27, ask: 1.2702 }]);
  const valuation = valuationOf(instrument, usd, rates);
  assert.ok(valuation.kind === 'valuation');
  const size = positionSize({
    ...aDesk({ instrument, valuation, quote: { bid: 83_000, ask: 83_015 } }),
    idea: { side: 'BUY', entry: 83_015, stopLoss: 82_715, takeProfit: null },
  });
  assert.ok(size.kind === 'sized');
  assert.deepEqual([size.lots.steps, Math.ceil(size.lossMinor)], [25, 9_703]);
});

test('the broker’s limit on a symbol leaves what is not open in that direction', () => {
  const instrument = anInstrument({ volumeLimitSteps: 30 });
  const sized = (held: number, side: 'BUY' | 'SELL') => {
    const position = aPosition({ lots: lots(held, instrument.volumeStep), side });
    const size = positionSize({
      ...aDesk({ instrument, positions: [position] }),
      idea: { side: 'BUY', entry: 110_212, stopLoss: 109_912, takeProfit: null },
    });
    return size.kind === 'sized' ? size.lots.steps : size.message;
  };
  assert.equal(sized(10, 'BUY'), 20);
  assert.equal(sized(10, 'SELL'), 30);
  assert.equal(
    sized(30, 'BUY'),
    'The broker allows 0.30 lots of EURUSD in one direction and leaves 0.00 of them; the smallest order is 0.01.',
  );
});

test('what cannot be valued is not sized', () => {
  const valuation = { ...aDesk().valuation, minorOf: () => Number.NaN };
  const size = positionSize({
    ...aDesk({ valuation }),
    idea: { side: 'BUY', entry: 110_212, stopLoss: 109_912, takeProfit: null },
  });
  assert.ok(size.kind === 'denied');
  assert.match(size.message, /would lose an unknown amount at its stop/);
});

test('a quarter of the usual risk is a quarter of the money at the stop', () => {
  const idea = { side: 'BUY' as const, entry: 108_000, stopLoss: 107_700, takeProfit: null };
  const context = { ...aDesk({}), idea };
  const whole = positionSize(context);
  const quarter = positionSize({ ...context, riskShare: 0.25 });
  assert.ok(whole.kind === 'sized' && quarter.kind === 'sized');
  assert.equal(quarter.riskMoneyMinor, Math.floor(whole.riskMoneyMinor / 4));
  assert.ok(quarter.lossMinor <= quarter.riskMoneyMinor);
});
