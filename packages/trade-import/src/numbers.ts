import { trimCell } from './words.ts';

export type DecimalSign = '.' | ',';

/** Blanks of every width and apostrophes group thousands; none of them is ever a decimal sign. */
const GROUPING = /[\s'’\u00a0\u2000-\u200b\u202f]/g;
const NUMBER = /^[-−+]?\d[\d.,]*$/;

/**
 * Which sign stands before the decimals of a file's figures: a report is written in one way throughout,
 * and `1,234` alone could be either.
 */
export function decimalSignOf(cells: Iterable<string>): DecimalSign {
  let commas = 0;
  let points = 0;
  for (const cell of cells) {
    const text = cell.replace(GROUPING, '');
    if (!NUMBER.test(text)) continue;
    const comma = text.lastIndexOf(',');
    const point = text.lastIndexOf('.');
    if (comma >= 0 && point >= 0) {
      if (comma > point) commas += 1;
      else points += 1;
    } else if (comma >= 0 && isClearlyDecimal(text, ',')) commas += 1;
    else if (point >= 0 && isClearlyDecimal(text, '.')) points += 1;
  }
  return commas > points ? ',' : '.';
}

/** Groups have three digits: anything else behind a single sign is a fraction. */
function isClearlyDecimal(text: string, sign: string): boolean {
  const parts = text.split(sign);
  return parts.length === 2 && parts[1]?.length !== 3;
}

/**
 * A figure as plain decimal text, exact: no rounding, no exponent.
 *
 * @returns null when the cell is no figure
 * @example plainDecimal('- 1 234,50', ',') // '-1234.50'
 */
export function plainDecimal(cell: string, sign: DecimalSign): string | null {
  const text = trimCell(cell).replace(GROUPING, '').replace('−', '-').replace(/^\+/, '');
  const negative = text.startsWith('-');
  const [whole = '', fraction, ...more] = (negative ? text.slice(1) : text).split(sign);
  if (more.length > 0) return null;
  const other = sign === '.' ? ',' : '.';
  const groups = whole.split(other);
  const grouped = groups.length > 1;
  if (grouped && !groups.every((group, index) => isGroup(group, index === 0))) return null;
  const digits = groups.join('');
  if (!/^\d{1,15}$/.test(digits)) return null;
  if (fraction !== undefined && !/^\d{1,15}$/.test(fraction)) return null;
  const plain = digits.replace(/^0+(?=\d)/, '') + (fraction === undefined ? '' : `.${fraction}`);
  return negative ? `-${plain}` : plain;
}

function isGroup(text: string, first: boolean): boolean {
  return first ? /^\d{1,3}$/.test(text) : /^\d{3}$/.test(text);
}

export function isZero(decimal: string): boolean {
  return /^-?0*\.?0*$/.test(decimal);
}

/** Decimals that say something: closing zeros do not count. */
export function decimalsOf(decimal: string): number {
  return (decimal.split('.')[1] ?? '').replace(/0+$/, '').length;
}
