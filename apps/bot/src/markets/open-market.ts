import type { CandleFile } from '@quorate/run/candles/candle-file';
import type { Zone } from '@quorate/run/candles/file-clock';
import { conversionRefusal } from '@quorate/trading/account/conversion';
import {
  type Instrument,
  instrumentFor,
  naturalAccountCurrency,
} from '@quorate/trading/account/instrument';
import { bySymbol, type Timeframe } from '@quorate/trading/market/candle';
import {
  type Currency,
  currencyDigits,
  currencyOf,
  type Money,
  moneyFromDecimal,
} from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import { BotFault } from '../bot-fault.ts';
import type { MarketFile } from '../paper-options.ts';
import { checkPriceScale, loadCandleFile } from './load-candles.ts';

/** How a file is to be read. */
type Reading = Readonly<{
  zone: Zone | 'auto';
  /** Of the file; null for what its times say. */
  timeframe: Timeframe | null;
  /** Whether rows that repeat the time before them are left out rather than refused. */
  dropRepeats?: boolean;
}>;

/**
 * The candles of a symbol, and what is traded on them.
 *
 * @throws BotFault `candle_file` or `usage`
 */
export async function openMarket(
  { symbol, candles }: MarketFile,
  currency: Currency,
  reading: Reading,
): Promise<Readonly<{ file: CandleFile; instrument: Instrument }>> {
  const file = await loadCandleFile(candles, reading);
  checkPriceScale(file, symbol);
  const instrument = instrumentFor(symbol, file.digits, currency);
  if ('kind' in instrument) throw new BotFault('usage', instrument.message);
  return { file, instrument };
}

/** Which clock the times were read on. @example clockText({ zone: 'utc' }) // 'UTC' */
export function clockText({ zone }: Pick<CandleFile, 'zone'>): string {
  return zone === 'utc' ? 'UTC' : 'broker server time (New York + 7 h)';
}

/** The account that candles are traded on, as it was asked for. */
export type AccountTerms = Readonly<{
  markets: readonly MarketFile[];
  /** null for the one that suits the symbols. */
  accountCurrency: string | null;
  /** In major units, as typed; null for the usual one of the currency. */
  balance: string | null;
}>;

/**
 * A market for each symbol of an account, in the order of their names, and what the account starts with.
 *
 * @param open loads the candles of one
 * @throws BotFault `usage` or `candle_file`
 */
export async function openMarkets<Market extends Readonly<{ instrument: Instrument }>>(
  terms: AccountTerms,
  open: (file: MarketFile, currency: Currency) => Promise<Market>,
): Promise<Readonly<{ markets: readonly Market[]; currency: Currency; start: Money }>> {
  const inOrder = bySymbol(terms.markets);
  const currency = accountCurrencyOf({ ...terms, markets: inOrder });
  const markets: Market[] = [];
  // One after the other: a file of millions of candles takes its memory twice while it is read.
  for (const file of inOrder) markets.push(await open(file, currency));
  const refusal = conversionRefusal(
    markets.map(({ instrument }) => instrument),
    currency,
  );
  if (refusal) throw new BotFault('usage', refusal.message);
  return { markets, currency, start: startOf(terms, currency) };
}

/** What was chosen, else the dollar where a symbol has it, else what suits the first. @throws BotFault `usage` */
function accountCurrencyOf({ markets, accountCurrency }: AccountTerms): Currency {
  const natural = markets.map(({ symbol }) => {
    const currency = naturalAccountCurrency(symbol);
    if (currency) return currency;
    throw new BotFault('usage', `${symbol} is no forex pair and neither gold nor silver.`);
  });
  if (accountCurrency !== null) return currencyOf(accountCurrency);
  return natural.find((currency) => currency === 'USD') ?? natural[0] ?? currencyOf('USD');
}

/** The balance at the start; ten thousand yen would be too little for the smallest order. @throws BotFault `usage` */
function startOf({ balance }: AccountTerms, currency: Currency): Money {
  const usual = currencyDigits(currency) === 0 ? '1000000' : '10000';
  return amountOf('--balance', balance ?? usual, currency);
}

/** An amount as it was typed after an option. @throws BotFault `usage` */
export function amountOf(option: string, text: string, currency: Currency): Money {
  try {
    return moneyFromDecimal(text, currency);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const message = `${option} ${text} is no amount of ${currency}: ${error.message}.`;
    throw new BotFault('usage', message, { cause: error });
  }
}
