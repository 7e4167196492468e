import type { Currency } from '@quorate/values/money';
import { roundTo } from '../../rounding.ts';
import type { OpenRisk } from '../open-risk.ts';
import { denied } from '../refusal.ts';
import { passed, type Settings, type TradeRule } from '../rule.ts';
import type { settings as riskPercent } from './risk-percent.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  currency_risk:
    'The BUY of EURUSD would bring what is risked on USD to 3% of the account, the limit is 2.5%.',
} as const;
export const settings = {
  maxCurrencyRiskTrades: {
    field: 'currency_risk_limit_trades',
    label: 'Risk on one currency',
    unit: 'trades',
    least: 1,
    most: 100,
    optional: true,
    default: 2.5,
    recommended: '2.5',
    help: 'Most that one currency may lose at the stops, in risks of one trade.',
  },
} as const satisfies Settings;

/**
 * Positions that share a currency fall together: what all of them lose at their stops, one direction
 * netted against the other, is at most so many times the risk of one trade. Gold is a currency of its
 * own. The trade in hand counts with all that it may risk. Where nothing else is open there is nothing to
 * compare.
 */
export const rule: TradeRule<typeof settings & typeof riskPercent> = {
  kind: 'trade',
  name: 'currency_risk_percent',
  label: 'Risk on one currency',
  unit: 'percent',
  sign: '≤',
  refusedWhen: 'see below',
  check({ idea, instrument, account, settings: own, openRisks = [] }) {
    const multiple = own.maxCurrencyRiskTrades;
    if (multiple === null || openRisks.length === 0) return undefined;
    const { riskPercent } = own;
    const { baseCurrency: base, quoteCurrency: quote, symbol } = instrument;
    const funds = Math.min(account.balance.minor, account.equity.minor);
    const along = idea.side === 'BUY' ? 1 : -1;
    const percentOf = (minor: number) => (funds > 0 ? (100 * minor) / funds : 100);
    const onBase = percentOf(along * netRiskOn(base, openRisks)) + riskPercent;
    const onQuote = percentOf(-along * netRiskOn(quote, openRisks)) + riskPercent;
    // One trade on its own is always within it.
    const limit = roundTo(Math.max(1, multiple) * riskPercent, 4);
    // Rounded first, so that whoever reads the figures comes to the same answer.
    const percent = roundTo(Math.max(onBase, onQuote), 4);
    if (percent <= limit) return passed('currency_risk_percent', percent, limit);
    const most = onBase >= onQuote ? base : quote;
    return denied(
      'currency_risk',
      limit,
      percent,
      `The ${idea.side} of ${symbol} would bring what is risked on ${most} to ${percent}% of the account, the limit is ${limit}%.`,
    );
  },
};

/** Above zero when the risk is that the currency falls. */
function netRiskOn(currency: Currency, risks: readonly OpenRisk[]): number {
  let net = 0;
  for (const { base, quote, side, riskMinor } of risks) {
    const along = side === 'BUY' ? riskMinor : -riskMinor;
    if (base === currency) net += along;
    if (quote === currency) net -= along;
  }
  return net;
}
