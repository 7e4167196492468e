import type { Result } from './measure.ts';

/** One result for people: the figure, its denominator, the ratio, the bar, and whether it holds. */
export function describeResult(result: Result): string {
  const { name, title, unit, bar, measurement, error } = result;
  const lines = [`${result.holds ? 'HOLDS' : 'SHORT'}  ${name} · ${title}`];
  if (measurement) {
    lines.push(`  figure       ${amount(measurement.figure)} ${unit}`);
    if (measurement.denominator) {
      const { value, what } = measurement.denominator;
      lines.push(`  denominator  ${amount(value)} ${unit} (${what})`);
    }
    if (measurement.ratio !== undefined) lines.push(`  ratio        ${amount(measurement.ratio)}`);
  }
  const of =
    bar.of === 'figure' ? `${amount(bar.value)} ${unit}` : `${amount(bar.value)} as a ratio`;
  lines.push(`  bar          ${bar.op === '>=' ? 'at least' : 'at most'} ${of}`);
  if (measurement) lines.push(`  note         ${measurement.note}`);
  if (error !== null) lines.push(`  error        ${error}`);
  return lines.join('\n');
}

/** Four significant digits, thousands apart. */
export function amount(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 }).format(value);
}
