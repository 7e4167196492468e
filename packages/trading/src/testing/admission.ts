import type { PositionTicket } from '@quorate/values/ids';
import { instant } from '@quorate/values/instant';
import { lots } from '@quorate/values/lots';
import { price } from '@quorate/values/price';
import { instrumentFor } from '../account/instrument.ts';
import type { Position } from '../account/position.ts';
import { ratesFrom } from '../account/rates.ts';
import { beginGoverning, governorFacts } from '../loop/governing.ts';
import { createLanes } from '../loop/lane.ts';
import { closeTimeAt } from '../market/candle.ts';
import { generateMarket } from '../market/market-generator.ts';
import { DEFAULT_RISK_SETTINGS } from '../risk/rules.ts';
import { DEFAULT_COSTS } from '../simulation/costs.ts';
import { simulatedGovernor } from '../simulation/simulated-governor.ts';
import { anAccount, MONDAY, USD } from './builders.ts';

const SYMBOLS = ['EURUSD', 'GBPUSD', 'EURGBP', 'AUDUSD'];

/** Works out the headroom of an account with ten positions so many times. @returns the last of them */
export function measureAdmission(times: number): number {
  const series = SYMBOLS.map((symbol, seed) =>
    generateMarket({ symbol, timeframe: 'H1', digits: 5, bars: 500, end: MONDAY, seed }),
  );
  const instruments = SYMBOLS.map((symbol) => {
    const instrument = instrumentFor(symbol, 5, USD);
    if ('kind' in instrument) throw new Error(instrument.message);
    return instrument;
  });
  const quotes = series.map(({ close, length }) => {
    const bid = close[length - 1] ?? 0;
    return { bid, ask: bid + 10 };
  });
  const rates = ratesFrom(() =>
    instruments.map(({ baseCurrency: base, quoteCurrency: quote }, at) => {
      const { bid, ask } = quotes[at] ?? { bid: 0, ask: 0 };
      return { base, quote, bid: bid / 1e5, ask: ask / 1e5 };
    }),
  );
  const lanes = createLanes(series, instruments, USD, rates);
  const account = anAccount();
  const run = {
    instruments,
    currency: USD,
    rates,
    costs: DEFAULT_COSTS,
    risk: DEFAULT_RISK_SETTINGS,
    series,
  };
  const settings = simulatedGovernor({ ruleSet: null, initialMinor: null }, run);
  const governing = beginGoverning(settings, lanes, account, {
    bufferPercent: 0.5,
    newAccountAfterLock: false,
    floors: undefined,
  });
  const positions = Array.from({ length: 10 }, (_, at): Position => {
    const { bid } = quotes[at % SYMBOLS.length] ?? { bid: 0 };
    const instrument = instruments[at % SYMBOLS.length];
    if (!instrument) throw new RangeError('there is no instrument');
    return {
      ticket: `${at}` as PositionTicket,
      orderKey: null,
      symbol: instrument.symbol,
      side: 'BUY',
      lots: lots(10, instrument.volumeStep),
      openPrice: price(bid, 5),
      stopLoss: price(bid - 200, 5),
      takeProfit: null,
      openedAt: instant(MONDAY - 40 * 3_600_000),
      initialRisk: null,
    };
  });
  const held = {
    positions,
    others: [],
    quotes: positions.map((_, at) => quotes[at % SYMBOLS.length]),
  };
  const [lane] = lanes;
  const [quote] = quotes;
  const [first] = series;
  if (!lane || !quote || !first) throw new RangeError('there is no lane');
  const moment = { symbol: 'EURUSD', asOf: closeTimeAt(first, first.length - 1) };
  let headroom = 0;
  for (let at = 0; at < times; at += 1)
    headroom = governorFacts(governing, moment, { account, held, quote }, lane, true).headroomMinor;
  return headroom;
}
