import type { Side } from '../order.ts';
import { roundTo } from '../rounding.ts';
import {
  cameTo,
  replayDailyLoss,
  replayDailyTrades,
  replayRiskPercent,
  replayWeeklyLoss,
  unchanged,
  unchangedWhereAsked,
} from './replay-limits.ts';
import { replaySpread, replayStopLoss, replayTakeProfit, STOP_RULES } from './replay-prices.ts';
import { replayReward } from './replay-reward.ts';
import {
  type AskedFor,
  asTold,
  figureOf,
  type ReplayRule,
  type ReplayScene,
  type RiskTry,
  type ToldCheck,
  type ToldDesk,
  toldCheck,
} from './replay-scene.ts';
import { type ReplaySize, replaySize } from './replay-size.ts';
import { ideaOf } from './risk-desk.ts';

/**
 * What is risked on one currency: what was open then, and the trade with all that it may risk. At another
 * risk of a trade what was open stays. For the other direction it is not told which currency counts.
 */
const replayCurrencyRisk: ReplayRule = (scene) => {
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

/** The desk's answer of then, or what it would have been. */
export type ReplayedDesk = Readonly<{
  /** `nothing`: no trade is asked for. `unknown`: too little was told to say. */
  kind: 'allowed' | 'refused' | 'nothing' | 'unknown';
  side: Side | null;
  lots: number | null;
  /** The rule that refuses. */
  rule: string | null;
  /** Of the rules whose figures are known, in the desk's order. */
  checks: readonly ToldCheck[];
  sentence: string;
}>;

/** A decision, and what its bot has told of it; `told` is null where the bot has told nothing. */
export type ReplayedMoment = Readonly<{
  symbol: string;
  /** Of the account. @example 'USD' */
  currency: string;
  atrPoints: number;
  decided: AskedFor;
  told: ToldDesk | null;
}>;

const DAILY_TRADES = ['daily_trades'];
const LATER = ['currency_risk_percent', 'currency_risk', ...STOP_RULES];

/** The rules of `risk-desk.ts` in its order. */
const RULES: readonly ReplayRule[] = [
  unchanged('owner_halt', 'owner_halt'),
  unchanged('quote_spread_points', 'crossed_quote'),
  unchanged('symbol_allowed', 'symbol_not_allowed'),
  replayRiskPercent,
  replayDailyLoss,
  replayWeeklyLoss,
  unchanged('weekly_profit_percent', 'weekly_profit'),
  unchangedWhereAsked('drawdown_percent', 'drawdown', DAILY_TRADES),
  unchangedWhereAsked('losses_in_row', 'losing_streak', DAILY_TRADES),
  replayDailyTrades,
  unchanged('plan_daily_trades', 'plan_daily_trades'),
  unchangedWhereAsked('decision_age_seconds', 'stale_decision', ['weekend']),
  unchanged('weekend', 'weekend'),
  unchanged('rollover', 'rollover'),
  unchanged('open_positions', 'position_open'),
  unchangedWhereAsked('conversion_rate', 'conversion_rate', LATER),
  replayCurrencyRisk,
  replayStopLoss,
  replayTakeProfit,
  replaySpread,
  replayReward,
];

const NOTHING: ReplayedDesk = {
  kind: 'nothing',
  side: null,
  lots: null,
  rule: null,
  checks: [],
  sentence: 'No trade is asked for, so the risk desk has nothing to look at.',
};

/** What the desk said then, as its bot has told it. */
export function deskOfThen({ symbol, decided, told }: ReplayedMoment): ReplayedDesk {
  const { action: side } = decided;
  if (side === 'HOLD') return NOTHING;
  const trade = `the ${side} of ${symbol}`;
  const answer = { side, lots: null, rule: null, checks: told?.checks ?? [] };
  if (!told) {
    const sentence = `What the risk desk made of ${trade} is not known: the bot has not told.`;
    return { ...answer, kind: 'unknown', sentence };
  }
  if (told.refusal) return { ...answer, kind: 'refused', ...told.refusal };
  const lots = told.asked?.lots ?? null;
  const size = lots === null ? '' : ` with ${lots} lots`;
  return {
    ...answer,
    kind: 'allowed',
    lots,
    sentence: `The risk desk let ${trade} through${size}.`,
  };
}

/**
 * What the desk would have said of another verdict, or with other settings, as far as the figures that
 * were told of then can tell: rules that it did not come to have none, and whatever would need them is
 * `unknown`. A refusal is certain, even where a rule before it is not known.
 *
 * @example replayDesk(moment, moment.decided, { riskPercent: 0.5 }).lots // half of then, rounded down
 */
export function replayDesk(moment: ReplayedMoment, now: AskedFor, tried: RiskTry): ReplayedDesk {
  const scene = sceneOf(moment, now, tried);
  if (!scene) return NOTHING;
  const trade = `the ${scene.side} of ${scene.symbol}`;
  const checks: ToldCheck[] = [];
  const open: string[] = [];
  const answered = { side: scene.side, lots: null, rule: null, checks };
  const refused = (rule: string, sentence: string): ReplayedDesk => ({
    ...answered,
    kind: 'refused',
    rule,
    sentence,
  });
  const unknown = (why: string): ReplayedDesk => ({
    ...answered,
    kind: 'unknown',
    sentence: `Whether the risk desk would have let ${trade} through is not known: ${why}.`,
  });

  for (const rule of RULES) {
    const answer = rule(scene);
    if (answer.kind === 'unknown') open.push(answer.why);
    else if (answer.check) checks.push(answer.check);
    if (answer.kind === 'refused') return refused(answer.check.rule, answer.sentence);
  }
  const size = replaySize(scene);
  if (size.kind === 'refused') {
    checks.push(size.check);
    return refused(size.check.rule, size.sentence);
  }
  if (size.kind === 'unknown') open.push(size.why);
  const [why] = open;
  if (why !== undefined || size.kind === 'unknown') return unknown(why ?? scene.untold);
  checks.push(...size.checks);

  // The desk had sized it: the refusal was the broker's.
  const { refusal, asked } = scene.told;
  if (refusal) {
    const again = scene.sameIdea && size.lots === asked?.lots;
    return again
      ? refused(refusal.rule, refusal.sentence)
      : unknown(
          'the broker refused the order of then, and what it would have said of this one is not told',
        );
  }
  const sentence = `The risk desk would have let ${trade} through with ${sizeText(size)}.`;
  return { ...answered, kind: 'allowed', lots: size.lots, sentence };
}

function sizeText({ lots, between }: Extract<ReplaySize, { kind: 'sized' }>): string {
  return lots === null ? `${between[0]} to ${between[1]} lots` : `${lots} lots`;
}

/** @returns undefined where no trade is asked for */
function sceneOf(moment: ReplayedMoment, now: AskedFor, tried: RiskTry): ReplayScene | undefined {
  const { symbol, currency, atrPoints, decided } = moment;
  const { action: side, stopLossAtr, takeProfitAtr } = now;
  if (side === 'HOLD' || stopLossAtr === null || takeProfitAtr === null) return undefined;
  const told = moment.told ?? { checks: [], asked: null, refusal: null };
  const { asked } = told;
  const sameVerdict =
    side === decided.action &&
    stopLossAtr === decided.stopLossAtr &&
    takeProfitAtr === decided.takeProfitAtr;
  const proposed = asked ? ideaOf({ side, stopLossAtr, takeProfitAtr, atrPoints }, asked) : null;
  const idea = sameVerdict && asked ? asked.idea : proposed;
  return {
    symbol,
    // As instruments are named: the pair first, then the broker's suffix.
    unconverted: symbol.slice(3, 6).toUpperCase() === currency,
    side,
    told,
    tried,
    idea,
    stopPoints: distance(idea?.entry, idea?.stopLoss, stopLossAtr * atrPoints),
    targetPoints: distance(idea?.entry, idea?.takeProfit, takeProfitAtr * atrPoints),
    sameIdea: sameVerdict,
    untold: untoldOf(moment),
  };
}

function distance(
  entry: number | undefined,
  level: number | null | undefined,
  asked: number,
): number {
  return entry === undefined || level === undefined || level === null
    ? Math.round(asked)
    : Math.abs(entry - level);
}

function untoldOf({ decided, told }: ReplayedMoment): string {
  if (decided.action === 'HOLD') return 'the voters held then, so the desk was asked nothing';
  if (!told) return 'the bot has not told what the desk looked at then';
  if (told.refusal) return 'the desk refused then, and did not come to its later rules';
  return 'the bot has not told all that the desk looked at then';
}
