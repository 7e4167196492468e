import { z } from 'zod';
import './no-eval.ts';

const NO_TIME = 'must be a UTC time such as 2025-01-02T14:00:00Z';
const EARLIEST = Date.UTC(1970, 0);
const LATEST = Date.UTC(2200, 0);

/**
 * UTC in ISO 8601, to the millisecond: 2025-01-02T14:00:00.000Z. From 1970 to 2199: databases have no year
 * 0, and the day after the last of 9999 cannot be written.
 */
export const isoTime = z.iso
  .datetime({ error: NO_TIME })
  .refine((time) => !/\.\d{4}/.test(time), NO_TIME)
  .refine((time) => isBetween(Date.parse(time), EARLIEST, LATEST), 'must be from 1970 to 2199');

/** A day in the viewer's time zone: 2025-01-02. */
export const isoDay = z.iso.date({ error: 'must be a day such as 2025-01-02' });

/** IANA zone of the viewer; decides what "today" means. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'must be an IANA time zone such as Asia/Karachi' })
  .default('UTC');

export const uuid = z.uuid({ error: 'must be an id' });

/** ISO 4217 code. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as USD');

/** As brokers name them, suffixes included: EURUSD, EURUSD.a, XAUUSD#. */
export const symbolName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._#+-]{1,31}$/,
    'must be a symbol such as EURUSD, 2 to 32 characters',
  );

/** Money in major units: a JSON number with no more decimals than its currency has. */
export const moneyNumber = z.number().min(-1e11).max(1e11);

/** A price as a JSON number; how many decimals it may have depends on the symbol. */
export const priceNumber = z.number().positive().max(1e9);

/** Lots as a JSON number with at most three decimals. */
export const volumeNumber = z.number().positive().max(100_000);

/** Trading account types as the specification names them: what a bot or a report may say. */
export const accountType = z.enum(['demo', 'real', 'unknown']);
export type AccountType = z.output<typeof accountType>;

/** Of any account: `practice` trades a made-up market, and its results are never mixed with others. */
export const anyAccountType = z.enum([...accountType.options, 'practice']);
export type AnyAccountType = z.output<typeof anyAccountType>;

export const tradeSide = z.enum(['BUY', 'SELL']);
export type TradeSide = z.output<typeof tradeSide>;

/** An open trade is a position that is still held. */
/** CLOSED, OPEN, or the source's own word for what is neither, such as CANCELLED: it counts in no result. */
export const tradeStatus = z
  .string()
  .regex(/^[A-Z][A-Z_ -]{0,29}$/, 'must be OPEN, CLOSED or another word in capital letters');

/** Text a person typed: trimmed, and free of control characters that no database or mail takes. */
export function typedText(limits: TextLimits) {
  const [tooShort, tooLong, strange] = typedTextFaults(limits);
  return z
    .string()
    .trim()
    .min(limits.min, tooShort)
    .max(limits.max, tooLong)
    .refine(isStorable, strange);
}

type TextLimits = Readonly<{ min: number; max: number; name: string }>;

/** What is said of a text that is too short, too long, or of other signs. */
export function typedTextFaults({ min, max, name }: TextLimits): [string, string, string] {
  return [
    `${name} needs at least ${min} characters`,
    `${name} takes at most ${max} characters`,
    `${name} holds a character that cannot be stored`,
  ];
}

/**
 * False for a text with a control character other than tab and line ends, or with half a character:
 * databases refuse such texts, so that even a search for one would be a fault.
 *
 * @example isStorable('amina\u0000') // false
 */
export function isStorable(text: string): boolean {
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code === 127 || (code < 32 && code !== 9 && code !== 10 && code !== 13)) return false;
  }
  // A lone surrogate is no character at all; PostgreSQL refuses it.
  return text.isWellFormed();
}

export const SEARCH_MAX = 200;

/** What an operator looks for in texts. */
export const searchText = z
  .string()
  .trim()
  .max(SEARCH_MAX)
  .refine(isStorable, 'holds a character that cannot be looked for');

/**
 * The beginning of a text in one Unicode form, at most so many characters of it: normalisation makes up to
 * 18 characters of one, and what compares or searches texts is to have a limit of its own.
 *
 * @example normalForm('\ufdfa'.repeat(4_000), 'NFKC', 4_000).length // 4000, not 72000
 */
export function normalForm(text: string, form: 'NFC' | 'NFKC' | 'NFKD', max: number): string {
  return text.slice(0, max).normalize(form).slice(0, max).toWellFormed();
}

function isBetween(value: number, from: number, before: number): boolean {
  return value >= from && value < before;
}

/** To look a zone up takes longer than the rest of a query; its name has many spellings, of which these are kept. */
const KNOWN_ZONES = new Set<string>();
const KNOWN_ZONES_MAX = 1_000;

function isTimeZone(name: string): boolean {
  if (KNOWN_ZONES.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    if (KNOWN_ZONES.size < KNOWN_ZONES_MAX) KNOWN_ZONES.add(name);
    return true;
  } catch {
    return false;
  }
}
