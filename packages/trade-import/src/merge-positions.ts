import { averagePrice, compare, sumOf } from './exact.ts';
import type { PositionRow } from './positions.ts';

/**
 * Rows of one ticket put together, so that a trade is one row with the same key as the bot gives it.
 * Parts that were closed one after another are summed; a netting position that went through zero, or was
 * opened anew under its old number, goes on as `-r2`, `-r3`, …
 */
export function mergePositions(rows: readonly PositionRow[]): {
  positions: PositionRow[];
  /** Positions of which a part is still held. */
  open: number;
} {
  const byTicket = new Map<string, PositionRow[]>();
  for (const row of rows) {
    const known = byTicket.get(row.ticket);
    if (known) known.push(row);
    else byTicket.set(row.ticket, [row]);
  }
  const positions: PositionRow[] = [];
  let open = 0;
  for (const [ticket, parts] of byTicket) {
    segmentsOf(parts).forEach((segment, index) => {
      const position = {
        ...merge(segment),
        ticket: index === 0 ? ticket : `${ticket}-r${index + 1}`,
      };
      if (compare(position.volume, position.ofVolume) < 0) open += 1;
      else positions.push(position);
    });
  }
  return { positions, open };
}

/** Parts of one position overlap in time and have one side. */
function segmentsOf(parts: readonly PositionRow[]): PositionRow[][] {
  const ordered = parts.toSorted(
    (a, b) => a.openedServerMs - b.openedServerMs || a.closedServerMs - b.closedServerMs,
  );
  const segments: PositionRow[][] = [];
  let end = 0;
  for (const part of ordered) {
    const current = segments.at(-1);
    const joins = current?.[0]?.side === part.side && part.openedServerMs < end;
    const sameStart =
      current?.[0]?.side === part.side && current[0].openedServerMs === part.openedServerMs;
    if (current && (joins || sameStart)) current.push(part);
    else segments.push([part]);
    end = joins || sameStart ? Math.max(end, part.closedServerMs) : part.closedServerMs;
  }
  return segments;
}

function merge(parts: readonly PositionRow[]): PositionRow {
  const [first, ...more] = parts;
  if (!first) throw new Error('a position has at least one row');
  if (more.length === 0) return first;
  const last = parts.reduce((a, b) => (b.closedServerMs >= a.closedServerMs ? b : a));
  const total = (field: 'volume' | 'grossProfit' | 'commission' | 'swap' | 'fee') =>
    sumOf(parts.map((part) => part[field]));
  const average = (field: 'openPrice' | 'closePrice') =>
    averagePrice(parts.map((part) => ({ price: part[field], volume: part.volume })));
  const volume = total('volume');
  // Every part says how large the whole was; without that, the parts are the whole.
  const stated = parts.filter((part) => compare(part.ofVolume, part.volume) !== 0);
  const ofVolume = stated.reduce(
    (most, part) => (compare(part.ofVolume, most) > 0 ? part.ofVolume : most),
    stated.length > 0 ? '0' : volume,
  );
  return {
    ...first,
    volume,
    ofVolume,
    openPrice: average('openPrice'),
    closePrice: average('closePrice'),
    stopLoss: last.stopLoss,
    takeProfit: last.takeProfit,
    closedServerMs: last.closedServerMs,
    grossProfit: total('grossProfit'),
    commission: total('commission'),
    swap: total('swap'),
    fee: total('fee'),
  };
}
