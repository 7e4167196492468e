import { type Lots, lots, lotsToDecimal } from '@quorate/values/lots';
import { formatMoney, money } from '@quorate/values/money';
import type { Instrument } from '../account/instrument.ts';
import { stepsThatFit } from '../governor/fit.ts';
import { lossAtStopMinor } from './loss-per-lot.ts';
import { denied, type Refusal } from './refusal.ts';
import type { RiskContext } from './rules.ts';

/** A volume that the rules of risk and margin allow. */
export type PositionSize = Readonly<{
  kind: 'sized';
  lots: Lots;
  /** What it loses at its stop, costs included, and what it may lose; minor units. */
  lossMinor: number;
  riskMoneyMinor: number;
  marginMinor: number;
}>;

const MANY_STEPS = 10_000;

/**
 * How much to trade: lots = floor(risk money / loss per lot / step + 1e-9) * step, where risk money is
 * the chosen part of min(balance, equity), whole minor units. What the broker's largest order, its limit on
 * the symbol and the free margin allow caps it. The idea must have a stop. Below the smallest order it
 * refuses, for rounding up would risk more than was allowed.
 *
 * @example with 10 000 USD at 1%, a stop 30 pips away and 7 USD commission a lot: 100 / 307 = 0.32 lots
 */
export function positionSize(context: RiskContext): PositionSize | Refusal {
  const { volumeStep, volumeMinSteps, volumeMaxSteps } = context.instrument;
  const riskMoneyMinor = riskMoney(context);
  const atRisk = stepsAtRisk(context, riskMoneyMinor);
  if (atRisk < volumeMinSteps) return tooMuchAtRisk(context, atRisk, riskMoneyMinor);
  const affordable = stepsWithinMargin(context);
  if (affordable < volumeMinSteps) return tooLittleMargin(context);
  const free = stepsWithinLimit(context);
  if (free < volumeMinSteps) return limitReached(context, free);
  // The rules of the governor have let the smallest order pass.
  const steps = Math.min(
    atRisk,
    volumeMaxSteps,
    affordable,
    free,
    Math.max(volumeMinSteps, stepsThatFit(context)),
  );
  return {
    kind: 'sized',
    lots: lots(steps, volumeStep),
    lossMinor: lossAtStopMinor(context, steps),
    riskMoneyMinor,
    marginMinor: marginMinor(context, steps),
  };
}

/** Rounded down to the minor unit; never below nothing. */
function riskMoney({ account, settings, riskShare = 1 }: RiskContext): number {
  const funds = Math.min(account.balance.minor, account.equity.minor);
  return Math.max(0, Math.floor((funds * settings.riskPercent * riskShare) / 100));
}

function stepsAtRisk(context: RiskContext, riskMoneyMinor: number): number {
  // Of many steps at once, so that commission rounded to the minor unit does not distort it; then of as
  // many as that allows.
  const first = stepsAllowed(context, riskMoneyMinor, MANY_STEPS);
  const steps = first > MANY_STEPS ? stepsAllowed(context, riskMoneyMinor, first) : first;
  // Commission is rounded to the minor unit on every deal, which may cost a fraction of one more.
  let fits = exceeds(lossAtStopMinor(context, steps), riskMoneyMinor) ? 0 : steps;
  // Halved, not counted down: where a step is worth next to nothing there are millions of them.
  for (let tooMany = steps; tooMany - fits > 1; ) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (exceeds(lossAtStopMinor(context, middle), riskMoneyMinor)) tooMany = middle;
    else fits = middle;
  }
  return fits;
}

function stepsAllowed(context: RiskContext, riskMoneyMinor: number, many: number): number {
  const perStep = lossAtStopMinor(context, many) / many;
  // What cannot be valued cannot be sized.
  if (!(perStep > 0)) return 0;
  return Math.min(Math.floor(riskMoneyMinor / perStep + 1e-9), context.instrument.volumeMaxSteps);
}

/** A loss with a fraction carries the binary error of its factors: what comes that near is too much. */
function exceeds(lossMinor: number, allowedMinor: number): boolean {
  const least = Number.isInteger(lossMinor) ? lossMinor : lossMinor * (1 + 2 ** -48);
  return least > allowedMinor;
}

function marginMinor(
  { valuation, quote, account, instrument }: RiskContext,
  steps: number,
): number {
  return valuation.marginMinorOf(lots(steps, instrument.volumeStep), quote, account.leverage);
}

function stepsWithinMargin(context: RiskContext): number {
  const perStep = marginMinor(context, 1);
  return Math.max(0, Math.floor(context.account.freeMargin.minor / perStep));
}

/** What the broker's limit leaves beside that which is open in this direction. */
function stepsWithinLimit({ instrument, positions, idea }: RiskContext): number {
  const { symbol, volumeLimitSteps: limit = null } = instrument;
  if (limit === null) return Number.MAX_SAFE_INTEGER;
  const open = positions
    .filter((position) => position.symbol === symbol && position.side === idea.side)
    .reduce((sum, position) => sum + position.lots.steps, 0);
  return Math.max(0, limit - open);
}

function tooMuchAtRisk(context: RiskContext, steps: number, riskMoneyMinor: number): Refusal {
  const { account, instrument } = context;
  const least = decimal(instrument.volumeMinSteps, instrument);
  const minor = Math.ceil(lossAtStopMinor(context, instrument.volumeMinSteps));
  const loss = Number.isSafeInteger(minor)
    ? formatMoney(money(minor, account.currency))
    : 'an unknown amount';
  const allowed = formatMoney(money(riskMoneyMinor, account.currency));
  return denied(
    'volume_below_minimum',
    least,
    decimal(steps, instrument),
    `The smallest order of ${instrument.symbol}, ${least} lots, would lose ${loss} at its stop; the risk settings allow ${allowed}.`,
  );
}

function tooLittleMargin(context: RiskContext): Refusal {
  const { account, instrument } = context;
  const needed = Math.ceil(marginMinor(context, instrument.volumeMinSteps));
  return denied(
    'margin',
    account.freeMargin.minor,
    needed,
    `The smallest order of ${instrument.symbol} needs ${formatMoney(money(needed, account.currency))} of margin; ${formatMoney(account.freeMargin)} is free.`,
  );
}

function limitReached({ instrument }: RiskContext, free: number): Refusal {
  const { symbol, volumeMinSteps, volumeLimitSteps } = instrument;
  const limit = decimal(volumeLimitSteps ?? 0, instrument);
  const least = decimal(volumeMinSteps, instrument);
  return denied(
    'volume_limit',
    least,
    decimal(free, instrument),
    `The broker allows ${limit} lots of ${symbol} in one direction and leaves ${decimal(free, instrument)} of them; the smallest order is ${least}.`,
  );
}

function decimal(steps: number, instrument: Instrument): string {
  return lotsToDecimal(lots(steps, instrument.volumeStep));
}
