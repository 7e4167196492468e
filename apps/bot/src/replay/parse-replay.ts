import { InvalidArgumentError } from 'commander';
import { serverDayStart } from '../markets/period.ts';
import type { SpreadChoice } from '../markets/spread-choice.ts';
import { type RiskProfile, riskProfile } from '../profiles/profile.ts';
import {
  OBJECTIVES,
  type Objective,
  type ReplayOptions,
  type SweepAxis,
} from './replay-options.ts';

/** Settings of a profile that are numbers; null, for no limit, cannot be typed. */
const KEYS = Object.keys(riskProfile.shape).filter((key) => key !== 'currency_pairs');

/** @throws InvalidArgumentError as every function of this file: one sentence for the person who typed it */
export function parseDay(text: string): string {
  if (serverDayStart(text) !== null) return text;
  throw new InvalidArgumentError('It must be a day such as 2025-01-31.');
}

export function parseSpread(text: string): SpreadChoice {
  if (text === 'usual' || text === 'file') return text;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be usual, file, or a whole number of points.');
}

export function parseObjective(text: string): Objective {
  const objective = OBJECTIVES.find((known) => known === text);
  if (objective) return objective;
  throw new InvalidArgumentError(`It must be one of ${OBJECTIVES.join(', ')}.`);
}

/** @example parseWalkForward('12m/3m') // { inMonths: 12, outMonths: 3 } */
export function parseWalkForward(text: string): ReplayOptions['walkForward'] {
  const [, inText, outText] = /^(\d{1,3})m\/(\d{1,3})m$/.exec(text) ?? [];
  const [inMonths, outMonths] = [Number(inText), Number(outText)];
  if (inMonths >= 1 && outMonths >= 1) return { inMonths, outMonths };
  throw new InvalidArgumentError(
    'It must be months to choose on and months to trade, such as 12m/3m.',
  );
}

/** Collects `SYMBOL=LONG/SHORT`, or `LONG/SHORT` for every symbol. */
export function collectSwap(text: string, before: ReplayOptions['swaps']): ReplayOptions['swaps'] {
  const [, symbol = '*', long, short] =
    /^(?:([A-Za-z0-9._#+-]{3,32})=)?(-?\d{1,6}(?:\.\d{1,3})?)\/(-?\d{1,6}(?:\.\d{1,3})?)$/.exec(
      text,
    ) ?? [];
  if (long === undefined || short === undefined) {
    throw new InvalidArgumentError(
      'It must be the swap of one lot and night for a long and a short position, such as -6.50/1.20 or EURUSD=-6.50/1.20.',
    );
  }
  return { ...before, [symbol]: { long, short } };
}

/** Collects `key=value`. */
export function collectSetting(
  text: string,
  before: ReplayOptions['settings'],
): ReplayOptions['settings'] {
  const { key, values } = axisOf(text);
  const [value, ...others] = values;
  if (value === undefined || others.length > 0) {
    throw new InvalidArgumentError('It takes one value; several are tried with --sweep.');
  }
  return { ...before, [key]: value };
}

/** Collects `key=value,value,…`. */
export function collectSweep(text: string, before: readonly SweepAxis[]): readonly SweepAxis[] {
  const axis = axisOf(text);
  if (before.some(({ key }) => key === axis.key)) {
    throw new InvalidArgumentError(`${axis.key} is swept already; give all its values at once.`);
  }
  return [...before, axis];
}

function axisOf(text: string): SweepAxis {
  const [, key = '', list = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
  if (!KEYS.includes(key)) {
    throw new InvalidArgumentError(`'${key}' is no risk setting; there are ${KEYS.join(', ')}.`);
  }
  const values = list.split(',').map((value) => {
    const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    const found = riskProfile.shape[key as keyof RiskProfile].safeParse(number);
    if (found.success) return number;
    const why = found.error.issues[0]?.message ?? 'is not allowed';
    throw new InvalidArgumentError(`${key} cannot be '${value}': ${why}.`);
  });
  return { key, values: [...new Set(values)] };
}
