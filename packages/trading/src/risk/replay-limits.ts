import {
  asTold,
  figureOf,
  type ReplayRule,
  type ReplayScene,
  type ToldCheck,
  toldCheck,
} from './replay-scene.ts';
import { RISK_PERCENT_CEILING } from './risk-settings.ts';

/** A rule that no profile here and no verdict touches: what was said of it then is so still. */
export function unchanged(kept: string, refusal: string): ReplayRule {
  return (scene) => asTold(scene, toldCheck(scene, kept, [refusal]));
}

/**
 * A rule that not every desk asks: bots of before it was there did not, and some have nothing to look at.
 * Where the desk came to what follows it, it was kept.
 *
 * @param next what is told of the rule that follows, kept or not
 */
export function unchangedWhereAsked(
  kept: string,
  refusal: string,
  next: readonly string[],
): ReplayRule {
  return (scene) => {
    const told = toldCheck(scene, kept, [refusal]);
    if (!told && cameTo(scene, next)) return { kind: 'kept', check: null };
    return asTold(scene, told);
  };
}

/** Whether the desk of then was asked one of these rules. */
export function cameTo({ told }: ReplayScene, rules: readonly string[]): boolean {
  return told.checks.some(({ rule }) => rules.includes(rule));
}

/** The share of the account that a trade may risk. */
export const replayRiskPercent: ReplayRule = (scene) => {
  const { riskPercent: percent } = scene.tried;
  if (percent === undefined) return unchanged('risk_percent', 'risk_percent')(scene);
  const limit = RISK_PERCENT_CEILING;
  const check = { rule: 'risk_percent', value: percent, limit, unit: 'percent' };
  if (percent > 0 && percent <= limit) return { kind: 'kept', check: { ...check, pass: true } };
  return {
    kind: 'refused',
    check: { ...check, pass: false },
    sentence: `The risk settings risk ${percent}% on a trade, it must be above 0% and at most ${limit}%.`,
  };
};

/** Nothing more is opened on a day with so many trades. */
export const replayDailyTrades: ReplayRule = (scene) => {
  const told = toldCheck(scene, 'daily_trades', ['daily_trades']);
  const { maxDailyTrades: limit } = scene.tried;
  if (limit === undefined) return asTold(scene, told);
  const opened = figureOf(told?.value) ?? (limit === 0 ? 0 : undefined);
  if (opened === undefined) return { kind: 'unknown', why: scene.untold };
  const check = { rule: 'daily_trades', value: opened, limit, unit: 'trades' };
  if (opened < limit) return { kind: 'kept', check: { ...check, pass: true } };
  const trades = opened === 1 ? '1 trade was' : `${opened} trades were`;
  return {
    kind: 'refused',
    check: { ...check, pass: false },
    sentence: `${trades} opened today, the risk settings allow ${limit}.`,
  };
};

export const replayDailyLoss: ReplayRule = (scene) =>
  lossLimit(scene, scene.tried.dailyLossPercent, { rule: 'daily_loss', period: 'day' });

export const replayWeeklyLoss: ReplayRule = (scene) =>
  lossLimit(scene, scene.tried.weeklyLossPercent, { rule: 'weekly_loss', period: 'week' });

/**
 * The desk tells the loss of that moment. How large it was earlier in the period, and so whether a tighter
 * limit had been met, is known only by the limit of then.
 */
function lossLimit(
  scene: ReplayScene,
  limit: number | undefined,
  { rule, period }: { rule: string; period: 'day' | 'week' },
): ReturnType<ReplayRule> {
  const kept = `${rule}_percent`;
  const told = toldCheck(scene, kept, [rule]);
  if (limit === undefined) return asTold(scene, told);
  const [loss, before] = [figureOf(told?.value), figureOf(told?.limit)];
  if (!told || loss === undefined || before === undefined)
    return { kind: 'unknown', why: scene.untold };
  const tried: ToldCheck = { ...told, limit };
  if (told.pass) {
    if (limit >= before) return { kind: 'kept', check: tried };
    const why = `the loss of the ${period} was below ${before}% then, and whether it was below ${limit}% is not told`;
    return { kind: 'unknown', why };
  }
  // It is told with two decimals.
  if (limit <= before || loss - 0.005 >= limit) {
    const sentence = `The ${period}'s loss reached ${loss}% of the equity it began with, the limit is ${limit}%.`;
    return { kind: 'refused', check: tried, sentence };
  }
  const why = `the loss of the ${period} had reached ${loss}% when its limit was met, and how far it went is not told`;
  return { kind: 'unknown', why };
}
