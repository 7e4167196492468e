import { volumeStep } from '@quorate/values/lots';
import { type Currency, currencyDigits, currencyOf, money } from '@quorate/values/money';
import type { Instrument } from '../account/instrument.ts';
import type { Side } from '../account/order.ts';
import { type PairQuote, type Rates, ratesFrom } from '../account/rates.ts';
import { valuationOf } from '../account/valuation.ts';
import { createRandom } from '../market/random.ts';
import type { RiskContext } from '../risk/rules.ts';
import { anAccount } from './builders.ts';
import { aDesk } from './desk-context.ts';
import { type Exact, exact, inverse, larger, plus, rounded, times } from './exact.ts';

const CODES = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'KWD', 'XAU', 'HUF'];
const STEPS = ['0.001', '0.01', '0.05', '0.1', '0.25', '1', '10'];
const CONTRACTS = [1, 10, 100, 1_000, 5_000, 100_000, 1_000_000];

/** A sizing to be tried, and what it may and does lose, both exact and by arithmetic of their own. */
export type SizingCase = Readonly<{
  name: string;
  context: RiskContext;
  /** min(balance, equity) * risk percent, in minor units. */
  allowed: Exact;
  /** What so many steps lose at the stop, not rounded, and as it is booked; commission as it is booked. */
  lossOf(steps: number): Readonly<{ exact: Exact; booked: bigint }>;
}>;

/** One side of a pair's quote in whole points. */
type Priced = Readonly<{ quote: PairQuote; bid: Exact; ask: Exact }>;

/** Random instruments, accounts and prices, always the same for a seed. */
export function* sizingCases(count: number, seed: number): Generator<SizingCase> {
  const random = createRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  /** As many small ones as large ones. */
  const upTo = (most: number) => Math.max(1, Math.floor(Math.exp(random() * Math.log(most))));

  function priced(base: Currency, quote: Currency): Priced {
    const digits = below(6);
    const bid = 50 + upTo(2_000_000);
    const ask = bid + below(40);
    const scale = 10 ** digits;
    return {
      quote: { base, quote, bid: bid / scale, ask: ask / scale },
      bid: exact(bid, scale),
      ask: exact(ask, scale),
    };
  }

  for (let at = 0; at < count; at += 1) {
    const [base, quote, account, via] = distinct(pick, 4);
    const kind = pick(['direct', 'inverse', 'third', 'third turned', 'crossed'] as const);
    const currency = kind === 'direct' ? quote : kind === 'inverse' ? base : account;
    const digits = below(9);
    const bid = 1_000 + upTo(50_000_000);
    const spread = below(100);
    const stop = 1 + upTo(Math.min(20_000, bid / 2));
    const side: Side = pick(['BUY', 'SELL']);
    const ask = bid + spread;
    const entry = side === 'BUY' ? ask : bid;
    const stopLoss = side === 'BUY' ? bid - stop : ask + stop;
    const step = volumeStep(pick(STEPS));
    const volumeMaxSteps = 10 + upTo(10_000_000);
    const perLot = pick([0, upTo(2_000)]);
    const instrument: Instrument = {
      symbol: `${base}${quote}`,
      digits,
      contractSize: pick(CONTRACTS),
      volumeStep: step,
      volumeMinSteps: pick([1, 1, 10]),
      volumeMaxSteps,
      volumeLimitSteps: pick([null, upTo(volumeMaxSteps)]),
      baseCurrency: base,
      quoteCurrency: quote,
      typicalSpreadPoints: 1 + spread,
      commissionPerLotPerSide: money(perLot, currency),
      stopsLevelPoints: pick([0, below(stop + 1)]),
    };
    const pairs =
      kind === 'third'
        ? [priced(quote, account)]
        : kind === 'third turned'
          ? [priced(account, quote)]
          : kind === 'crossed'
            ? [priced(quote, via), priced(account, via)]
            : [];
    const rates: Rates = ratesFrom(() => pairs.map((pair) => pair.quote));
    const valuation = valuationOf(instrument, currency, rates);
    if (valuation.kind === 'denied') throw new Error(valuation.message);
    const [balance, equity] = [1_000 * upTo(1e9), 1_000 * upTo(1e9)];
    const hundredths = 1 + below(200);
    const context: RiskContext = {
      ...aDesk(
        {
          instrument,
          valuation,
          quote: { bid, ask },
          account: anAccount({
            currency,
            balance: money(balance, currency),
            equity: money(equity, currency),
            freeMargin: money(pick([1e15, 1e15, upTo(1e12)]), currency),
            leverage: pick([1, 30, 500]),
          }),
        },
        { riskPercent: hundredths / 100 },
      ),
      idea: { side, entry, stopLoss, takeProfit: null },
    };
    const distance = exact(Math.abs(entry - stopLoss), 10 ** digits);
    const minorPerMajor = exact(10 ** currencyDigits(currency));
    const rate = rateOfLoss(kind, pairs, {
      digits,
      lowestBid: Math.min(bid, side === 'BUY' ? stopLoss : stopLoss - spread),
    });
    yield {
      name: `${at}: ${kind} ${side} ${instrument.symbol} in ${currency}`,
      context,
      allowed: exact(BigInt(Math.min(balance, equity)) * BigInt(hundredths), 10_000n),
      lossOf(steps) {
        const volume = exact(BigInt(steps) * BigInt(step.units), 10n ** BigInt(step.digits));
        const units = times(volume, exact(instrument.contractSize));
        const atStop = times(distance, units, minorPerMajor, rate);
        const commission = 2n * rounded(times(volume, exact(perLot)));
        return { exact: plus(atStop, exact(commission)), booked: rounded(atStop) + commission };
      },
    };
  }
}

/** So many currencies, each once. */
function distinct(
  pick: <T>(from: readonly T[]) => T,
  many: number,
): [Currency, Currency, Currency, Currency] {
  const codes = new Set<string>();
  while (codes.size < many) codes.add(pick(CODES));
  const [a = '', b = '', c = '', d = ''] = codes;
  return [currencyOf(a), currencyOf(b), currencyOf(c), currencyOf(d)];
}

/** What a unit lost of the quote currency costs in the account's, at the worse side. */
function rateOfLoss(
  kind: 'direct' | 'inverse' | 'third' | 'third turned' | 'crossed',
  [first, second]: readonly Priced[],
  own: Readonly<{ digits: number; lowestBid: number }>,
): Exact {
  switch (kind) {
    case 'direct':
      return exact(1);
    case 'inverse':
      return inverse(exact(own.lowestBid, 10 ** own.digits));
    case 'third':
      return first ? larger(first.ask, first.bid) : exact(1);
    case 'third turned':
      return first ? inverse(first.bid) : exact(1);
    case 'crossed':
      return first && second ? times(first.ask, inverse(second.bid)) : exact(1);
  }
}
