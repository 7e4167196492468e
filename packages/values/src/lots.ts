import { decimalFromUnits, unitsFromDecimal, unitsFromNumber } from './decimal.ts';
import { ValueError } from './value-error.ts';

/** The smallest change of volume a broker takes, exact: `units` of `10^-digits` lots. 0.01 is {1, 2}. */
export type VolumeStep = Readonly<{ units: number; digits: number }>;

/** A volume: whole steps. There is no such thing as a fraction of a step. */
export type Lots = Readonly<{ steps: number; step: VolumeStep }>;

/** @throws ValueError unless the text is a positive decimal. @example volumeStep('0.01') */
export function volumeStep(text: string): VolumeStep {
  const digits = text.split('.')[1]?.length ?? 0;
  const units = unitsFromDecimal(text, digits);
  if (units <= 0) throw new ValueError(`a volume step is above 0, not ${text}`);
  return { units, digits };
}

/** @throws ValueError unless steps is a whole number of at least 0 */
export function lots(steps: number, step: VolumeStep): Lots {
  if (!Number.isSafeInteger(steps) || steps < 0)
    throw new ValueError(`${steps} is not a number of volume steps`);
  return { steps, step };
}

/**
 * Rounds down to whole steps: a position may be smaller than the risk allows, never larger.
 *
 * @param value lots, inexact; 1e-9 of a step is forgiven so that 0.3 of a 0.1 step gives 3 steps
 * @example floorToLots(0.1299, volumeStep('0.01')) // 0.12
 */
export function floorToLots(value: number, step: VolumeStep): Lots {
  if (!(value > 0)) return lots(0, step);
  return lots(Math.floor((value * 10 ** step.digits) / step.units + 1e-9), step);
}

/** @throws ValueError when the text is not a whole number of steps */
export function lotsFromDecimal(text: string, step: VolumeStep): Lots {
  return lotsFromUnits(unitsFromDecimal(text, step.digits), text, step);
}

/** Reads a volume as it travels in JSON. @throws ValueError when it is not a whole number of steps */
export function lotsFromNumber(value: number, step: VolumeStep): Lots {
  return lotsFromUnits(unitsFromNumber(value, step.digits), String(value), step);
}

/** @example lotsToDecimal(lots(12, volumeStep('0.01'))) // '0.12' */
export function lotsToDecimal(volume: Lots): string {
  return decimalFromUnits(volume.steps * volume.step.units, volume.step.digits);
}

export function lotsToNumber(volume: Lots): number {
  return Number(lotsToDecimal(volume));
}

function lotsFromUnits(units: number, text: string, step: VolumeStep): Lots {
  if (units % step.units !== 0) {
    const stepText = decimalFromUnits(step.units, step.digits);
    throw new ValueError(`${text} lots is not a whole number of steps of ${stepText}`);
  }
  return lots(units / step.units, step);
}
