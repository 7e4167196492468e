import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/runtime-macro';
import type { ReplayDesk, ReplayRisk, ReplayVerdict } from '@quorate/contract/decision-replay';
import type { DeskInputsReport } from '@quorate/contract/desk-inputs';
import { type OrderKey, orderKeyFromHash } from '@quorate/trading/account/order';
import { contextFrom } from '@quorate/trading/risk/desk-inputs';
import { deskReport } from '@quorate/trading/risk/desk-report';
import { askRiskDesk, type DeskAnswer } from '@quorate/trading/risk/risk-desk';
import {
  PROFILE_SETTINGS,
  type RiskSettings,
  type StandingContext,
} from '@quorate/trading/risk/rules';
import { lotsToNumber } from '@quorate/values/lots';
import { ValueError } from '@quorate/values/value-error';
import { validationError } from '../../../http/app-error.ts';
import type { I18n } from '../../../words/i18n.ts';
import type { FullOutcome } from '../outcomes.queries.ts';

/** Names that settings had before profiles named them. */
const OLDER_NAMES: Readonly<Record<string, keyof RiskSettings>> = {
  risk_percent: 'riskPercent',
  min_risk_reward: 'minRiskReward',
  max_daily_trades: 'maxDailyTrades',
  daily_loss_percent: 'dailyLossPercent',
  weekly_loss_percent: 'weeklyLossPercent',
};

/**
 * The settings that are tried; those left out have no key.
 *
 * @throws AppError validation_failed for a setting that there is none of, or a figure outside its bounds
 */
export function triedSettings(risk: ReplayRisk): Partial<RiskSettings> {
  const faults: { field: string; message: string }[] = [];
  const tried = Object.entries(risk).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const older = OLDER_NAMES[name];
    if (older) return [[older, value]];
    const setting = PROFILE_SETTINGS.find(({ field }) => field === name);
    const field = `risk.${name}`;
    if (!setting) {
      faults.push({ field, message: 'is no risk setting' });
      return [];
    }
    const { key, least, most, whole, optional } = setting;
    const fits =
      value === null
        ? optional
        : value >= least && value <= most && (!whole || Number.isInteger(value));
    const range = `${whole ? 'a whole number ' : ''}from ${least} to ${most}${optional ? ', or null' : ''}`;
    if (!fits) faults.push({ field, message: `must be ${range}` });
    return [[key, value]];
  });
  if (faults.length > 0) throw validationError(faults);
  return Object.fromEntries(tried);
}

/** A decision and what its bot has reported of it; `outcome` is undefined where it has reported nothing. */
type Moment = Readonly<{
  symbol: string;
  atrPoints: number;
  decided: ReplayVerdict;
  outcome:
    | Pick<FullOutcome, 'verdict' | 'checks' | 'asked' | 'refusal' | 'desk_inputs'>
    | undefined;
}>;

const nothing = ({ t }: I18n): ReplayDesk => ({
  kind: 'nothing',
  side: null,
  lots: null,
  rule: null,
  checks: [],
  sentence: t(msg`No trade is asked for, so the risk desk has nothing to look at.`),
});

/** What the desk said then, as its bot has reported it. */
export function deskOfThen(i18n: I18n, { symbol, decided, outcome }: Moment): ReplayDesk {
  const { t } = i18n;
  const { action: side } = decided;
  if (side === 'HOLD') return nothing(i18n);
  const answer = { side, lots: null, rule: null, checks: outcome?.checks ?? [] };
  if (!outcome || outcome.verdict === 'held') {
    const sentence = t(
      msg`What the risk desk made of the ${{ side }} of ${{ symbol }} is not known: the bot has not told.`,
    );
    return { ...answer, kind: 'unknown', sentence };
  }
  const { refusal, asked } = outcome;
  if (refusal)
    return { ...answer, kind: 'refused', rule: refusal.rule, sentence: i18n.say(refusal.sentence) };
  const lots = asked?.lots ?? null;
  const sentence =
    lots === null
      ? t(msg`The risk desk let the ${{ side }} of ${{ symbol }} through.`)
      : t(msg`The risk desk let the ${{ side }} of ${{ symbol }} through with ${{ lots }} lots.`);
  return { ...answer, kind: 'allowed', lots, sentence };
}

/**
 * What the desk says of another verdict, or with other settings: the desk of the bot is asked again with what it
 * looked at then. `unknown` where the bot has not reported that, and where the broker might have refused.
 */
export function deskAgain(
  i18n: I18n,
  moment: Moment,
  now: ReplayVerdict,
  tried: Partial<RiskSettings>,
): ReplayDesk {
  const { symbol, outcome } = moment;
  const { action: side } = now;
  if (side === 'HOLD') return nothing(i18n);
  const unknown = (why: MessageDescriptor): ReplayDesk => ({
    kind: 'unknown',
    side,
    lots: null,
    rule: null,
    checks: [],
    sentence: i18n.t(
      msg`Whether the risk desk would have let the ${{ side }} of ${{ symbol }} through is not known: ${{ why: i18n.t(why) }}.`,
    ),
  });
  if (!outcome?.desk_inputs)
    return unknown(msg`the bot has not reported what its desk looked at then`);
  try {
    return askedAgain(i18n, moment, now, { tried, inputs: outcome.desk_inputs, unknown });
  } catch (error) {
    if (error instanceof ValueError)
      return unknown(msg`what the bot reported of it cannot have been`);
    throw error;
  }
}

type Again = Readonly<{
  tried: Partial<RiskSettings>;
  inputs: DeskInputsReport;
  unknown(why: MessageDescriptor): ReplayDesk;
}>;

function askedAgain(
  i18n: I18n,
  moment: Moment,
  now: ReplayVerdict,
  { tried, inputs, unknown }: Again,
): ReplayDesk {
  const { symbol, decided, outcome } = moment;
  const { action: side } = now;
  if (side === 'HOLD') return nothing(i18n);
  const context = contextFrom(inputs);
  const settings = { ...context.settings, ...tried };
  const answer = ask({ ...context, settings }, now, moment.atrPoints);
  if (!answer) return nothing(i18n);
  const refusal = answer.kind === 'refused' ? answer.refusal : null;
  const checks = [...deskReport(answer.checks, refusal)];
  const answered = { side, lots: null, rule: null, checks };
  if (answer.kind === 'refused') {
    const { code, message } = answer.refusal;
    return { ...answered, kind: 'refused', rule: code, sentence: i18n.say(message) };
  }
  const lots = lotsToNumber(answer.order.lots);
  // What the desk had let through then was refused by the broker.
  const broker = outcome?.refusal;
  if (broker && ask(context, decided, moment.atrPoints)?.kind === 'approved') {
    const isSame = sameTrade(now, decided) && lots === outcome?.asked?.lots;
    return isSame
      ? { ...answered, kind: 'refused', rule: broker.rule, sentence: i18n.say(broker.sentence) }
      : unknown(
          msg`the broker refused the order of then, and what it would have said of this one is not told`,
        );
  }
  const sentence = i18n.t(
    msg`The risk desk would have let the ${{ side }} of ${{ symbol }} through with ${{ lots }} lots.`,
  );
  return { ...answered, kind: 'allowed', lots, sentence };
}

/** The key names an order at a broker, to which none of this goes. */
const NO_ORDER: OrderKey = orderKeyFromHash('0000000000000000');

/** @returns undefined where no trade is asked for */
function ask(
  context: StandingContext,
  { action: side, sl_atr: stopLossAtr, tp_atr: takeProfitAtr }: ReplayVerdict,
  atrPoints: number,
): DeskAnswer | undefined {
  if (side === 'HOLD' || stopLossAtr === null || takeProfitAtr === null) return undefined;
  const asked = { side, stopLossAtr, takeProfitAtr, atrPoints, key: NO_ORDER, decisionId: null };
  return askRiskDesk(asked, context);
}

function sameTrade(one: ReplayVerdict, other: ReplayVerdict): boolean {
  return one.action === other.action && one.sl_atr === other.sl_atr && one.tp_atr === other.tp_atr;
}
