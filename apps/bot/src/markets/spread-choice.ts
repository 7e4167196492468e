import type { Instrument } from '@quorate/trading/account/instrument';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { BotFault } from '../bot-fault.ts';
import { type CandleFile, toSeries } from '../candles/candle-file.ts';

/**
 * What a quote's two sides lie apart where a file has one price. `usual`: the file's own spread, at least
 * the symbol's usual one; `file`: the file's own; a number: so many points on every bar.
 */
export type SpreadChoice = 'usual' | 'file' | number;

/** The bars of a file with both sides, and one sentence on where the spread comes from. @throws BotFault `usage` */
export function withSpread(
  file: CandleFile,
  { symbol, typicalSpreadPoints }: Instrument,
  choice: SpreadChoice,
): { series: CandleSeries; note: string } {
  if (file.format === 'bid-ask') {
    if (typeof choice === 'number') {
      throw new BotFault(
        'usage',
        `${file.path}: has bid and ask of its own, so --spread ${choice} does not apply; leave it out.`,
      );
    }
    return { series: toSeries(file, symbol, 0), note: 'spreads are those of the file' };
  }
  if (typeof choice === 'number') {
    const spread = new Int32Array(file.columns.spread.length);
    const flat = { ...file, columns: { ...file.columns, spread } };
    return {
      series: toSeries(flat, symbol, choice),
      note: `a spread of ${choice} points is taken`,
    };
  }
  if (choice === 'file') {
    if (!file.hasSpread) {
      throw new BotFault(
        'usage',
        `${file.path}: has no spreads, so --spread file does not apply; say usual, or a number of points.`,
      );
    }
    const note =
      "spreads are those of the file, which are each bar's smallest: costs come out too low";
    return { series: toSeries(file, symbol, 0), note };
  }
  const usual = `the usual ${typicalSpreadPoints} points`;
  const note = file.hasSpread
    ? `spreads are those of the file, at least ${usual}`
    : `the file has no spreads; ${usual} are taken`;
  return { series: toSeries(file, symbol, typicalSpreadPoints), note };
}
