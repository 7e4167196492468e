import { createHash } from 'node:crypto';
import { candleFault } from './candle-fault.ts';
import { type Columns, emptyColumns } from './columns.ts';
import { type Layout, layoutOf } from './layout.ts';
import { readLines } from './read-lines.ts';
import { type RowState, readRow } from './read-row.ts';

/** A candle file as it stands, each row checked. */
export type CandleColumns = {
  layout: Layout;
  columns: Columns;
  /** Whether the times say themselves that they are UTC. */
  statesUtc: boolean;
  /** SHA-256 of the unpacked file in hex. */
  contentHash: string;
};

/**
 * Reads a candle file: gzip or plain, UTF-8 or UTF-16, in any layout of `layoutOf`.
 *
 * @throws BotFault `candle_file` with one sentence on the first fault
 */
export async function readColumns(file: string): Promise<CandleColumns> {
  const hash = createHash('sha256');
  let state: RowState | null = null;
  for await (const { firstLine, lines } of readLines(file, hash)) {
    for (let index = 0; index < lines.length; index++) {
      const text = lines[index] ?? '';
      if (text.trim() === '') continue;
      if (state === null) {
        state = startWith(file, text);
        if (state.layout.header) continue;
      }
      readRow(state, firstLine + index, text);
    }
  }
  if (state === null) throw candleFault({ file }, 'is empty');
  if (state.columns.length === 0) throw candleFault({ file }, 'holds a header and no candle');
  const { layout, columns, statesUtc } = state;
  return { layout, columns, statesUtc, contentHash: hash.digest('hex') };
}

function startWith(file: string, firstText: string): RowState {
  const layout = layoutOf(file, firstText);
  const columns = emptyColumns(layout.format === 'bid-ask' ? 8 : 4);
  return { file, layout, columns, statesUtc: false };
}
