import { formatPrice } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';
import { useState } from 'react';
import { latePart } from '../../lib/late-part.tsx';
import { barWords, type CandleBar, type CandleTrade, levelsOf } from './candle-figures.ts';
import { ChartFrame } from './chart-frame.tsx';
import { ChartReader } from './chart-reader.tsx';
import { ChartTable } from './chart-table.tsx';
import { LibraryNotice } from './library-notice.tsx';

const canvas = latePart(
  async () => (await import('./candles-canvas.tsx')).CandlesCanvas,
  <div className="h-80" />,
  'Failed to load the chart',
);

type TradeCandlesProps = {
  /** Oldest first, each time once. */
  bars: readonly CandleBar[];
  trade: CandleTrade;
  /** Viewer's IANA zone. */
  timeZone: string;
};

/** A trade on its candles: where it was entered, meant to end, and ended. */
export function TradeCandles({ bars, trade, timeZone }: TradeCandlesProps) {
  const [at, setAt] = useState<number | null>(null);
  const price = (value: number) => formatPrice(value, trade.digits);
  const levels = levelsOf(trade).map(({ name, price: level }) => `${name} ${price(level)}`);
  const title = `${trade.trade_type} ${trade.symbol} on its candles`;
  return (
    <ChartFrame
      title={title}
      note={`${levels.join(', ')}. Rising bars are hollow; times in ${timeZone}.`}
      total={<LibraryNotice />}
      table={() => (
        <ChartTable
          caption={title}
          columns={['Time', 'Open', 'High', 'Low', 'Close']}
          noun="bars"
          items={bars}
          row={(bar) => ({
            key: bar.time,
            head: formatTime(bar.time, timeZone),
            cells: [bar.open, bar.high, bar.low, bar.close].map(price),
          })}
        />
      )}
    >
      {bars.length === 0 ? (
        <p className="grid h-80 place-items-center text-small text-muted">
          No candles of this time are stored.
        </p>
      ) : (
        <ChartReader
          label={title}
          count={bars.length}
          at={at}
          onMove={setAt}
          words={(index) => {
            const bar = bars[index];
            return bar ? barWords(bar, trade.digits, timeZone) : '';
          }}
        >
          <canvas.Part bars={bars} trade={trade} timeZone={timeZone} at={at} onPoint={setAt} />
        </ChartReader>
      )}
    </ChartFrame>
  );
}
