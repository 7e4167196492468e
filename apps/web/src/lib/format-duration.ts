const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/**
 * A time in its two largest units, the smaller one rounded.
 *
 * @example formatDuration(7_500_000) // '2 h 5 min'
 */
export function formatDuration(milliseconds: number): string {
  const first = UNITS.findIndex(([, size]) => milliseconds >= size);
  const [unit, size] = UNITS[first] ?? UNITS[3];
  const next = UNITS[first + 1];
  if (first === -1 || !next) return `${Math.round(milliseconds / size)} ${unit}`;
  const [smaller, step] = next;
  // Rounded as a whole: 59.7 minutes would otherwise stand beside the hour that they fill.
  const steps = Math.round(milliseconds / step);
  const perUnit = size / step;
  const whole = Math.floor(steps / perUnit);
  const rest = steps % perUnit;
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${smaller}`;
}
