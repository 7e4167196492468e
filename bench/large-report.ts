import {
  MODEL_POSITION,
  MODEL_REPORT,
  type ModelDeal,
  type ModelPosition,
} from '@quorate/trade-import/testing/report-model';
import { htmlReport } from '@quorate/trade-import/testing/write-report';

const SYMBOLS = ['EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD'] as const;
const HALF_HOUR_MS = 1_800_000;

/** A report as the terminal saves it, in UTF-16: one position every half hour, two deals each. */
export function largeReport(trades: number): Uint8Array {
  const positions = Array.from({ length: trades }, (_, index) => ({
    ...MODEL_POSITION,
    ticket: String(285_000_000 + index * 3),
    symbol: SYMBOLS[index % SYMBOLS.length] ?? 'EURUSD',
    opened: serverText(index),
    closed: serverText(index + 6),
    profit: (((index * 7_919) % 20_000) / 100 - 90).toFixed(2),
  }));
  const deals = positions.flatMap((position, index) => [
    deal(position, { deal: String(1_000_000 + index * 2) }),
    deal(position, {
      time: position.closed,
      deal: String(1_000_001 + index * 2),
      direction: 'out',
      type: 'sell',
      order: String(900_000_000 + index),
      profit: position.profit,
    }),
  ]);
  return htmlReport({ ...MODEL_REPORT, positions, deals });
}

function deal(position: ModelPosition, parts: Partial<ModelDeal>): ModelDeal {
  return {
    time: position.opened,
    deal: '',
    symbol: position.symbol,
    type: 'buy',
    direction: 'in',
    volume: position.volume,
    price: position.openPrice,
    order: position.ticket,
    commission: '-1.75',
    fee: '0.00',
    swap: '0.00',
    profit: '0.00',
    ...parts,
  };
}

function serverText(halfHours: number): string {
  const at = new Date(Date.UTC(2020, 0, 1) + halfHours * HALF_HOUR_MS);
  return at.toISOString().slice(0, 19).replaceAll('-', '.').replace('T', ' ');
}
