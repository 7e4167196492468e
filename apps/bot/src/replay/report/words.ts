import type { Finding, Missing } from '@quorate/trading/statistics/finding';
import type { MeasureText, MeasureUnit } from '@quorate/trading/statistics/measures/measure';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quorate/values/instant';

/** Why a measure has no figure, in words. */
const MISSING_WORDS: Readonly<Record<Missing, string>> = {
  not_enough_data: 'too few',
  needs_balance: 'needs a balance',
  balance_gone: 'balance was gone',
  no_wins: 'no wins',
  no_losses: 'no losses',
  no_drawdown: 'no drawdown',
  no_variation: 'no variation',
  not_known: 'not known',
};

/** An amount of minor units with so many decimals and thousands apart. @example amountText(-123456, 2) // '-1,234.56' */
export function amountText(minor: number, digits: number): string {
  const text = (Math.abs(minor) / 10 ** digits).toFixed(digits);
  const [whole = '', part] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const sign = minor < 0 && Number(text) !== 0 ? '-' : '';
  return sign + (part === undefined ? grouped : `${grouped}.${part}`);
}

/** @example countText(12345) // '12,345' */
export function countText(count: number): string {
  return amountText(count, 0);
}

/** @example durationText(93_600_000) // '1 d 2 h' */
export function durationText(ms: number): string {
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}

/** A figure in its unit. @example unitText('percent', 37.288, 2) // '37.29 %' */
function unitText(unit: MeasureUnit, value: number, digits: number): string {
  switch (unit) {
    case 'money':
      return amountText(value, digits);
    case 'percent':
      return `${value.toFixed(2)} %`;
    case 'ratio':
      return value.toFixed(2);
    case 'r':
      return `${value.toFixed(2)} R`;
    case 'count':
      return Number.isInteger(value) ? countText(value) : value.toFixed(2);
    case 'duration':
      return durationText(value);
  }
}

/** A measure's figure, or why there is none. */
export function findingText({ unit }: MeasureText, found: Finding, digits: number): string {
  return found.value === null
    ? MISSING_WORDS[found.missing ?? 'not_known']
    : unitText(unit, found.value, digits);
}

/** The 95% interval of a measure, or from how many results on there is one, or nothing. */
export function intervalText(
  { unit, intervalFrom }: MeasureText,
  found: Finding,
  digits: number,
): string {
  if (found.value === null || intervalFrom === null) return '';
  if (found.n < intervalFrom) return `from n = ${intervalFrom} on`;
  if (found.interval === null) return '';
  const { low, high } = found.interval;
  const end = (level: number | null) => (level === null ? 'no end' : unitText(unit, level, digits));
  return `${end(low)} to ${end(high)}`;
}

/** A moment in UTC to the minute, without the zone. */
export function timeText(moment: number): string {
  return new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
}

/** A refusal's code as people read it. @example ruleText('daily_loss') // 'daily loss' */
export function ruleText(code: string): string {
  return code.replaceAll('_', ' ');
}

/** A table's columns: text on the left, figures on the right. */
type Align = 'left' | 'right';

/**
 * Rows as aligned lines, the first one the heads. Columns are two spaces apart.
 *
 * @param width longest line; the widest left column is cut where it must be
 */
export function tableText(
  aligns: readonly Align[],
  rows: readonly (readonly string[])[],
  width = 80,
): string[] {
  const widths = aligns.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const over = widths.reduce((sum, each) => sum + each, 2 * (aligns.length - 1)) - width;
  if (over > 0) {
    const widest = aligns.reduce(
      (best, align, at) =>
        align === 'left' && (widths[at] ?? 0) > (widths[best] ?? 0) ? at : best,
      aligns.indexOf('left'),
    );
    widths[widest] = Math.max(8, (widths[widest] ?? 0) - over);
  }
  return rows.map((row) =>
    aligns
      .map((align, at) => {
        const cell = cut(row[at] ?? '', widths[at] ?? 0);
        return align === 'left' ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** A sentence on lines of at most so many characters. @example wrapText('one two', 4) // ['one', 'two'] */
export function wrapText(text: string, width = 80, indent = '  '): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const next = line === '' ? word : `${line} ${word}`;
    if (next.length > width && line !== '') {
      lines.push(line);
      line = indent + word;
    } else line = next;
  }
  return line === '' ? lines : [...lines, line];
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
}
