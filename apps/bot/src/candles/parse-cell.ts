/** A price as it stands in a file: `units` of `10^-decimals`. */
export type Decimal = { units: number; decimals: number };

/** Most decimals a price may have. */
const PRICE_DECIMALS = 8;

/**
 * Reads a positive decimal without a binary fraction in between, into `into`, as rows come by the million.
 *
 * @returns what is wrong with the text, or null
 */
export function readPrice(text: string, into: Decimal): string | null {
  let units = 0;
  let decimals = -1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) {
      units = units * 10 + code - 48;
      if (decimals >= 0) decimals++;
    } else if (code === 46 && decimals < 0) {
      decimals = 0;
    } else {
      return 'is not a price such as 1.08214';
    }
  }
  if (text === '' || text === '.') return 'is not a price such as 1.08214';
  if (decimals > PRICE_DECIMALS) return `has ${decimals} decimals; the limit is ${PRICE_DECIMALS}`;
  if (units === 0) return 'is not above 0';
  into.decimals = Math.max(decimals, 0);
  into.units = units;
  if (units > Number.MAX_SAFE_INTEGER || units / 10 ** into.decimals > 1e9)
    return 'is above the limit of 1000000000';
  return null;
}

const TIME_TEXT =
  /^(\d{4})[-./](\d{2})[-./](\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z)?)?$/;

/** A time as it stands in a file, in milliseconds as though its clock were UTC. */
type WallTime = { wallMs: number; statesUtc: boolean };

/**
 * Reads `2025-01-02T14:00`, `2025.01.02 14:00:00` and the like; a day alone is its midnight.
 *
 * @returns null when the text is no such time, or names a day or an hour that does not exist
 */
export function readTime(text: string): WallTime | null {
  const match = TIME_TEXT.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const wallMs = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second);
  // Date.UTC carries 30 February over into March; a file that says so is broken.
  const date = new Date(wallMs);
  const same =
    date.getUTCMonth() + 1 === month && date.getUTCDate() === day && date.getUTCFullYear() === year;
  if (!same || (hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return null;
  const fraction = match[7] === undefined ? 0 : Number(`0.${match[7]}`);
  return { wallMs: wallMs + fraction * 1000, statesUtc: match[8] === 'Z' };
}
