import { roundTo } from '../rounding.ts';
import { cameTo } from './replay-limits.ts';
import { STOP_RULES } from './replay-prices.ts';
import { asTold, figureOf, type ReplayRule, toldCheck } from './replay-scene.ts';

/**
 * What is risked on one currency: what was open then, and the trade with all that it may risk. At another
 * risk of a trade what was open stays. For the other direction it is not told which currency counts.
 */
export const replayCurrencyRisk: ReplayRule = (scene) => {
  const told = toldCheck(scene, 'currency_risk_percent', ['currency_risk']);
  // Nothing else was open, or the bot knew no such rule.
  if (!told && cameTo(scene, STOP_RULES)) return { kind: 'kept', check: null };
  const [percent, before] = [figureOf(told?.value), figureOf(told?.limit)];
  const riskThen = figureOf(toldCheck(scene, 'risk_percent')?.value);
  if (!told || percent === undefined || before === undefined || riskThen === undefined)
    return { kind: 'unknown', why: scene.untold };
  if (scene.side !== scene.told.asked?.idea.side) {
    const why = 'what was open on its currencies then is not told for the other direction';
    return { kind: 'unknown', why };
  }
  const { riskPercent } = scene.tried;
  if (riskPercent === undefined || riskPercent === riskThen) return asTold(scene, told);
  const value = roundTo(percent - riskThen + riskPercent, 4);
  const limit = roundTo((before / riskThen) * riskPercent, 4);
  // Both are told with four decimals.
  if (Math.abs(value - limit) < 0.001) {
    const why = `what is risked on one currency would be ${value}% of the account, too near to its limit to tell`;
    return { kind: 'unknown', why };
  }
  const check = { rule: 'currency_risk_percent', value, limit, unit: 'percent' };
  if (value < limit) return { kind: 'kept', check: { ...check, pass: true } };
  return {
    kind: 'refused',
    check: { ...check, rule: 'currency_risk', pass: false },
    sentence: `The ${scene.side} of ${scene.symbol} would bring what is risked on one currency to ${value}% of the account, the limit is ${limit}%.`,
  };
};
