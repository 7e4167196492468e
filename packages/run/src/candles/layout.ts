import { candleFault, shown } from './candle-fault.ts';

/** How prices stand in a file: one series, bid and ask, or one series as MT5 exports it. */
export type CandleFormat = 'single-price' | 'bid-ask' | 'mt5-export';

/** Where each value of a candle stands in a row. Columns count from 0. */
export type Layout = Readonly<{
  format: CandleFormat;
  separator: string;
  /** Whether the first line names the columns. */
  header: boolean;
  /** Names as the file writes them, for messages. */
  names: readonly string[];
  date: number;
  /** null where the time of day stands in the date column, or in none (daily bars). */
  time: number | null;
  /** Open, high, low, close; with bid and ask, those of the bid and then those of the ask. */
  prices: readonly number[];
  spread: number | null;
}>;

const EXPECTED =
  'give candles with the columns time,open,high,low,close (tick_volume and spread_points may follow), ' +
  'time and bid_open to ask_close, or the export of the MT5 terminal';

const ALIASES: Readonly<Record<string, string>> = {
  datetime: 'time',
  timestamp: 'time',
  spread: 'spread_points',
};

const SINGLE = ['open', 'high', 'low', 'close'] as const;
const QUOTES = [...SINGLE.map((name) => `bid_${name}`), ...SINGLE.map((name) => `ask_${name}`)];

/**
 * Reads from its first line how a candle file is laid out.
 *
 * @throws CandleFileError when the line belongs to no layout the bot knows
 */
export function layoutOf(file: string, firstLine: string): Layout {
  const separator = separatorOf(firstLine);
  const cells = splitRow(firstLine, separator);
  if (/^\d/.test(cells[0] ?? '')) return headerless(file, separator, cells);

  const names = cells.map((cell) => cell.toLowerCase().replace(/^<(.*)>$/, '$1'));
  const known = names.map((name) => ALIASES[name] ?? name);
  const at = (name: string): number | null => {
    const index = known.indexOf(name);
    return index === -1 ? null : index;
  };
  const columns = (wanted: readonly string[]) => wanted.map(at).filter((index) => index !== null);

  const twice = known.find((name, index) => name !== '' && known.indexOf(name) !== index);
  if (twice)
    throw candleFault({ file, line: 1 }, `the header names the column ${shown(twice)} twice`);
  const date = at('date') ?? at('time');
  const single = columns(SINGLE);
  const quotes = columns(QUOTES);
  if (date === null || (single.length === 0 && quotes.length === 0))
    throw unknownHeader(file, known, firstLine);
  const wanted = quotes.length > single.length ? QUOTES : SINGLE;
  const prices = columns(wanted);
  if (prices.length < wanted.length) {
    const missing = wanted.filter((name) => at(name) === null);
    throw candleFault(
      { file, line: 1 },
      `the header has no column ${missing.join(', ')}; ${EXPECTED}`,
    );
  }
  const ownDate = at('date') !== null;
  return {
    format:
      wanted === QUOTES ? 'bid-ask' : cells[date]?.startsWith('<') ? 'mt5-export' : 'single-price',
    separator,
    header: true,
    names,
    date,
    time: ownDate ? at('time') : null,
    prices,
    spread: wanted === QUOTES ? null : at('spread_points'),
  };
}

/** The cells of a row without the quotes some programs put around them. */
export function splitRow(line: string, separator: string): string[] {
  const cells = line.split(separator);
  return line.includes('"') || line.includes(' ') ? cells.map(unquoted) : cells;
}

function unquoted(cell: string): string {
  return cell.trim().replace(/^"(.*)"$/, '$1');
}

function separatorOf(line: string): string {
  if (line.includes('\t')) return '\t';
  return line.includes(';') && !line.includes(',') ? ';' : ',';
}

/** The terminal's own CSV has no header: date, time of day (not on daily bars), four prices, volume. */
function headerless(file: string, separator: string, cells: readonly string[]): Layout {
  const ownTime = /^\d{1,2}:\d\d/.test(cells[1] ?? '');
  const first = ownTime ? 2 : 1;
  if (cells.length < first + 4) {
    throw candleFault(
      { file, line: 1 },
      `'${shown(cells.join(separator))}' is neither a header nor a candle; ${EXPECTED}`,
    );
  }
  return {
    format: 'mt5-export',
    separator,
    header: false,
    names: ['date', ...(ownTime ? ['time'] : []), ...SINGLE],
    date: 0,
    time: ownTime ? 1 : null,
    prices: [first, first + 1, first + 2, first + 3],
    spread: null,
  };
}

function unknownHeader(file: string, names: readonly string[], line: string): Error {
  const place = { file, line: 1 };
  if (names.includes('bid') && names.includes('ask')) {
    return candleFault(place, `this file holds ticks (${shown(line)}), not candles; ${EXPECTED}`);
  }
  return candleFault(place, `'${shown(line)}' is no header of a candle file; ${EXPECTED}`);
}
