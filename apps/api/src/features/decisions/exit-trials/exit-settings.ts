import type { TriedExits } from '@quorate/contract/exit-trials';
import { EXIT_SETTINGS, type ExitSettings, NO_EXITS } from '@quorate/trading/exits/exits';
import { validationError } from '../../../http/app-error.ts';

/**
 * Exits that a person chose, as the core takes them.
 *
 * @param at the field that they stand in, and an exit that is not taken there
 * @throws AppError validation_failed with each one that is wrong
 */
export function exitSettingsOf(
  exits: TriedExits,
  at: Readonly<{ field: string; refused?: keyof ExitSettings }>,
): ExitSettings {
  const faults: { field: string; message: string }[] = [];
  const given = Object.entries(exits).flatMap(([name, value]) => {
    const setting = EXIT_SETTINGS.find(({ field }) => field === name);
    const field = `${at.field}.${name}`;
    if (!setting || setting.key === at.refused) {
      faults.push({
        field,
        message: at.refused ? 'is no exit that can be tried' : 'is no exit',
      });
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
  return { ...NO_EXITS, ...Object.fromEntries(given) };
}
