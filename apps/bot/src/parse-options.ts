import { symbolName } from '@quorate/contract/fields';
import type { Zone } from '@quorate/run/candles/file-clock';
import { TIMEFRAMES, type Timeframe } from '@quorate/trading/market/candle';
import { InvalidArgumentError } from 'commander';

/** @throws InvalidArgumentError as every function of this file: one sentence for the person who typed it */
export function parseSymbol(text: string): string {
  const symbol = symbolName.safeParse(text);
  if (!symbol.success) throw new InvalidArgumentError(`It ${symbol.error.issues[0]?.message}.`);
  // Brokers write the pair in capitals; what follows it is theirs.
  return symbol.data.slice(0, 6).toUpperCase() + symbol.data.slice(6);
}

/** The base address of the service, without a slash at the end. */
export function parseService(text: string): string {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new InvalidArgumentError('It must be an address such as http://localhost:3000.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError(
      'Name and password do not belong into the address; use --user and --password.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError('It must end with the host or a path, without ? or #.');
  }
  return url.href.replace(/\/+$/, '');
}

export function parseZone(text: string): Zone | 'auto' {
  if (text === 'auto' || text === 'server' || text === 'utc') return text;
  throw new InvalidArgumentError('It must be auto, server or utc.');
}

export function parseTimeframe(text: string): Timeframe {
  const timeframe = TIMEFRAMES.find((known) => known === text.toUpperCase());
  if (!timeframe) throw new InvalidArgumentError(`It must be one of ${TIMEFRAMES.join(', ')}.`);
  return timeframe;
}

/** @returns candles a second, or null for `max` */
export function parseSpeed(text: string): number | null {
  return text === 'max' ? null : decimalBetween(0.01, 1_000_000)(text);
}

export function parseCurrency(text: string): string {
  if (/^[A-Za-z]{3}$/.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError('It must be a currency code such as USD.');
}

/** An amount in major units, kept as text: it becomes exact money once the currency is known. */
export function parseBalance(text: string): string {
  decimalBetween(1, 1_000_000_000)(text);
  return text;
}

/** A parser of decimals within limits, both included. */
export function decimalBetween(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };
}

/** A parser of whole numbers within limits, both included. */
export function wholeBetween(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}
