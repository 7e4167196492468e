import { createHash } from 'node:crypto';
import { candleFault } from './candle-fault.ts';
import { type Columns, emptyColumns } from './columns.ts';
import { type Layout, layoutOf } from './layout.ts';
import { readLines } from './read-lines.ts';
import { type Repeats, type RowState, readRow } from './read-row.ts';

/** A candle file as it stands, each row checked. */
export type CandleColumns = {
  layout: Layout;
  columns: Columns;
  /** Whether the times say themselves that they are UTC. */
  statesUtc: boolean;
  /** Rows that were left out; null where a repeated one is refused. */
  repeats: Readonly<Repeats> | null;
  /** SHA-256 of the unpacked file in hex. */
  contentHash: string;
};

/**
 * Reads a candle file: gzip or plain, UTF-8 or UTF-16, in any layout of `layoutOf`.
 *
 * @param dropRepeats leaves out a row with the time of the row before it, and counts it, instead of refusing the file
 * @throws BotFault `candle_file` with one sentence on the first fault
 */
export async function readColumns(file: string, dropRepeats = false): Promise<CandleColumns> {
  const hash = createHash('sha256');
  let state: RowState | null = null;
  for await (const { firstLine, lines } of readLines(file, hash)) {
    for (let index = 0; index < lines.length; index++) {
      const text = lines[index] ?? '';
      if (text.trim() === '') continue;
      if (state === null) {
        state = startWith(file, text, dropRepeats);
        if (state.layout.header) continue;
      }
      readRow(state, firstLine + index, text);
    }
  }
  if (state === null) throw candleFault({ file }, 'is empty');
  if (state.columns.length === 0) throw candleFault({ file }, 'holds a header and no candle');
  const { layout, columns, statesUtc, repeats } = state;
  return { layout, columns, statesUtc, repeats, contentHash: hash.digest('hex') };
}

function startWith(file: string, firstText: string, dropRepeats: boolean): RowState {
  const layout = layoutOf(file, firstText);
  const columns = emptyColumns(layout.format === 'bid-ask' ? 8 : 4);
  const repeats = dropRepeats ? { count: 0, firstLine: 0 } : null;
  return { file, layout, columns, statesUtc: false, repeats };
}
