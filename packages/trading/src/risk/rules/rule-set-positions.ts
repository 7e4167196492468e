import { lots, lotsToDecimal, lotsToNumber } from '@quorate/values/lots';
import { formatMoney, money } from '@quorate/values/money';
import { lossAtStopMinor } from '../loss-per-lot.ts';
import { denied } from '../refusal.ts';
import { passed, type TradeRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  rule_set_positions: '5 positions are open or on their way, the rule set allows 5.',
  rule_set_lots:
    'The rule set leaves 0.00 lots beside what is open; the smallest order of EURUSD is 0.01.',
  rule_set_open_risk:
    'The rule set leaves 1.20 USD of risk at the stops; the smallest order of EURUSD risks 2.33 USD.',
} as const;

/** A firm may allow so many positions, lots, or so much risk at the stops of all of them together. */
export const rule: TradeRule = {
  kind: 'trade',
  name: 'rule_set_positions',
  label: 'Positions of the rule set',
  unit: 'positions',
  sign: '<',
  refusedWhen: 'positions, lots or the risk at all stops would be more than the rule set allows',
  check(context) {
    const { governor, instrument, account } = context;
    const { currency } = account;
    if (!governor) return undefined;
    const { openPositions, mostPositions, lotsLeft, openRiskLeftMinor } = governor;
    if (mostPositions !== null && openPositions >= mostPositions) {
      const message = `${openPositions} positions are open or on their way, the rule set allows ${mostPositions}.`;
      return denied('rule_set_positions', mostPositions, openPositions, message);
    }
    const least = lots(instrument.volumeMinSteps, instrument.volumeStep);
    const { symbol } = instrument;
    if (lotsLeft !== null && lotsToNumber(least) > lotsLeft + 1e-9) {
      const message = `The rule set leaves ${lotsLeft.toFixed(2)} lots beside what is open; the smallest order of ${symbol} is ${lotsToDecimal(least)}.`;
      return denied('rule_set_lots', lotsToDecimal(least), lotsLeft, message);
    }
    const risk = Math.ceil(lossAtStopMinor(context, instrument.volumeMinSteps));
    if (openRiskLeftMinor !== null && risk > openRiskLeftMinor) {
      const text = (minor: number) =>
        Number.isSafeInteger(minor) ? formatMoney(money(minor, currency)) : 'not known';
      const message = `The rule set leaves ${text(openRiskLeftMinor)} of risk at the stops; the smallest order of ${symbol} risks ${text(risk)}.`;
      return denied('rule_set_open_risk', openRiskLeftMinor, risk, message);
    }
    if (mostPositions === null) return undefined;
    return passed('rule_set_positions', openPositions, mostPositions);
  },
};
