import type { TradeStatistics } from '@quorate/contract/trades';
import { summaryFromSums, type TradeSums } from '@quorate/trading/summary';
import { currencyOf, money, moneyToNumber } from '@quorate/values/money';

type CurrencySums = TradeSums & { currency: string };

/** What a user without a single closed trade is shown; the currency of no amount at all. */
const NOTHING: CurrencySums = {
  currency: 'USD',
  total: 0,
  wins: 0,
  losses: 0,
  grossProfit: 0,
  grossLoss: 0,
  largestWin: 0,
  largestLoss: 0,
};

/** Amounts of two currencies have no sum: figures are of the wanted currency, or of the most traded one. */
export function chooseCurrency<Sums extends { currency: string }>(
  sums: readonly Sums[],
  wanted: string | undefined,
): Sums | CurrencySums {
  if (wanted === undefined) return sums[0] ?? NOTHING;
  return sums.find(({ currency }) => currency === wanted) ?? { ...NOTHING, currency: wanted };
}

/** The figures as they travel, every one derived by the trading core. */
export function toTradeStatistics({ currency: code, ...sums }: CurrencySums): TradeStatistics {
  const summary = summaryFromSums(sums);
  const currency = currencyOf(code);
  const amount = (minor: number) => moneyToNumber(money(minor, currency));
  return {
    currency,
    total_trades: summary.total,
    winning_trades: summary.wins,
    losing_trades: summary.losses,
    break_even_trades: summary.breakEven,
    win_rate: summary.winRatePercent,
    net_profit: amount(summary.netProfit),
    total_profit: amount(summary.grossProfit),
    total_loss: amount(summary.grossLoss),
    profit_factor: summary.profitFactor,
    profit_factor_text: summary.profitFactorText,
    average_win: amount(summary.averageWin),
    average_loss: amount(summary.averageLoss),
    largest_win: amount(summary.largestWin),
    largest_loss: amount(summary.largestLoss),
    expectancy: amount(summary.expectancy),
  };
}
