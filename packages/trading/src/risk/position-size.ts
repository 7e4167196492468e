import { type Lots, lots, lotsToDecimal } from '@quorate/values/lots';
import { formatMoney, money } from '@quorate/values/money';
import type { Instrument } from '../instrument.ts';
import { lossAtStopMinor } from './loss-per-lot.ts';
import { denied, type Refusal } from './refusal.ts';
import type { RiskContext } from './risk-context.ts';

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
 * the chosen part of min(balance, equity). What the broker's largest order and the free margin allow
 * caps it. The idea must have a stop. Below the smallest order it refuses, for rounding up would risk more than was allowed.
 *
 * @example with 10 000 USD at 1%, a stop 30 pips away and 7 USD commission a lot: 100 / 307 = 0.32 lots
 */
export function positionSize(context: RiskContext): PositionSize | Refusal {
  const { account, settings, instrument } = context;
  const { symbol, volumeStep, volumeMinSteps, volumeMaxSteps } = instrument;
  const riskMoneyMinor = Math.floor(
    (Math.min(account.balance.minor, account.equity.minor) * settings.riskPercent) / 100,
  );
  // Of many steps at once, so that commission rounded to the minor unit does not distort it.
  const perStep = lossAtStopMinor(context, MANY_STEPS) / MANY_STEPS;
  let steps = Math.floor(Math.max(0, riskMoneyMinor) / perStep + 1e-9);
  // Commission is rounded to the minor unit on every deal, which may cost a fraction of one more.
  while (steps > 0 && lossAtStopMinor(context, steps) > riskMoneyMinor) steps -= 1;
  if (steps < volumeMinSteps) {
    const least = decimal(volumeMinSteps, instrument);
    const loss = formatMoney(
      money(Math.ceil(lossAtStopMinor(context, volumeMinSteps)), account.currency),
    );
    const allowed = formatMoney(money(riskMoneyMinor, account.currency));
    return denied(
      'volume_below_minimum',
      least,
      decimal(steps, instrument),
      `The smallest order of ${symbol}, ${least} lots, would lose ${loss} at its stop; the risk settings allow ${allowed}.`,
    );
  }
  const affordable = stepsWithinMargin(context);
  if (affordable < volumeMinSteps) {
    const needed = marginMinor(context, volumeMinSteps);
    return denied(
      'margin',
      account.freeMargin.minor,
      Math.ceil(needed),
      `The smallest order of ${symbol} needs ${formatMoney(money(Math.ceil(needed), account.currency))} of margin; ${formatMoney(account.freeMargin)} is free.`,
    );
  }
  steps = Math.min(steps, volumeMaxSteps, affordable);
  return {
    kind: 'sized',
    lots: lots(steps, volumeStep),
    lossMinor: lossAtStopMinor(context, steps),
    riskMoneyMinor,
    marginMinor: marginMinor(context, steps),
  };
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

function decimal(steps: number, instrument: Instrument): string {
  return lotsToDecimal(lots(steps, instrument.volumeStep));
}
