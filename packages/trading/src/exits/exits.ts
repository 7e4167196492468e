import type { ExitSetting, ExitValues } from './exit.ts';
import * as breakEven from './rules/break-even.ts';
import * as oppositeVerdict from './rules/opposite-verdict.ts';
import * as partialClose from './rules/partial-close.ts';
import * as timeStop from './rules/time-stop.ts';
import * as trailAtr from './rules/trail-atr.ts';
import * as trailSteps from './rules/trail-steps.ts';
import * as trailStructure from './rules/trail-structure.ts';

/**
 * Every managed exit. Profiles, options, the app's form, the what-if and the handbook are made of this list: a
 * new exit is a file in `rules/` and a line here. What closes a position comes first.
 */
export const EXITS = [
  timeStop,
  oppositeVerdict,
  partialClose,
  breakEven,
  trailSteps,
  trailAtr,
  trailStructure,
] as const;

type ExitModule = (typeof EXITS)[number];
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type AllSettings = Intersection<ExitModule['settings']>;
type Key = keyof AllSettings;

/** How what is open is managed; a figure that is null is off. */
export type ExitSettings = ExitValues<AllSettings>;
/** The same by their field in profiles. */
export type ExitFields = Readonly<{
  [Name in Key as AllSettings[Name]['field']]: ExitSettings[Name];
}>;

/** Every setting, in the order of the exits. */
export const EXIT_SETTINGS: readonly (ExitSetting &
  Readonly<{ key: Key; field: keyof ExitFields }>)[] = EXITS.flatMap(({ settings }) =>
  (Object.entries(settings) as [Key, AllSettings[Key]][]).map(([key, setting]) => ({
    key,
    ...setting,
  })),
);

/** Nothing is managed: a position waits for its stop or its target. */
export const NO_EXITS = Object.fromEntries(
  EXIT_SETTINGS.map((setting) => [setting.key, setting.default]),
) as ExitSettings;

/**
 * The core's settings with the values of a profile's fields; what it does not name stays off.
 *
 * @example exitSettingsFrom({ break_even_after_r: 1 })
 */
export function exitSettingsFrom(fields: Partial<ExitFields>): ExitSettings {
  const given = EXIT_SETTINGS.flatMap(({ key, field }) =>
    fields[field] === undefined ? [] : [[key, fields[field]]],
  );
  return { ...NO_EXITS, ...Object.fromEntries(given) };
}

/** Whether anything is managed at all. */
export function managesExits(settings: ExitSettings): boolean {
  return EXIT_SETTINGS.some(({ key, optional }) => optional && settings[key] !== null);
}

/** The settings that make a run what it is, for its identity: none while every exit is off, as in runs of before. */
export function exitsOfIdentity(
  settings: ExitSettings,
): Readonly<{ exits?: Readonly<Record<string, number | null>> }> {
  return managesExits(settings) ? { exits: settings } : {};
}
