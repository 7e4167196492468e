import type { ImportPreview, ImportPreviewTrade } from '@quorate/contract/trade-import';
import { formatMoney, formatVolume } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';
import { useId } from 'react';
import { type ClockKey, utcTimes } from './server-clock.ts';

type SampleTradesProps = { preview: ImportPreview; clock: ClockKey; timeZone: string };

/** Trades of the whole report by both clocks: a wrong one shows at once, in summer and in winter. */
export function SampleTrades({ preview, clock, timeZone }: SampleTradesProps) {
  const titleId = useId();
  const { sample_trades: trades, account } = preview;
  if (trades.length === 0) return null;
  return (
    <div>
      <h3 id={titleId} className="mb-1.5 font-medium">
        {preview.trades > trades.length ? 'Some of the trades' : 'The trades'}, in your time (
        {timeZone})
      </h3>
      <section
        aria-labelledby={titleId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus.
        tabIndex={0}
        className="max-h-52 overflow-y-auto border-y border-line"
      >
        <ul>
          {trades.map((trade) => (
            <SampleTrade
              key={`${trade.line} ${trade.position_ticket}`}
              trade={trade}
              clock={clock}
              timeZone={timeZone}
              currency={account.currency}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}

type SampleTradeProps = {
  trade: ImportPreviewTrade;
  clock: ClockKey;
  timeZone: string;
  currency: string | null;
};

function SampleTrade({ trade, clock, timeZone, currency }: SampleTradeProps) {
  const { opened, closed } = utcTimes(trade, clock);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 last:border-b-0">
      <span className="figures text-[0.8438rem]">
        <span className="font-medium">{trade.symbol}</span>{' '}
        <span className="text-tiny font-semibold">{trade.trade_type}</span>{' '}
        {formatVolume(trade.volume)}
      </span>
      <span className="figures text-[0.8438rem]">
        {trade.profit !== null &&
          currency !== null &&
          formatMoney(trade.profit, currency, 'always')}
      </span>
      <span className="basis-full text-tiny text-muted tabular-nums">
        <time dateTime={opened}>{formatTime(opened, timeZone)}</time> to{' '}
        <time dateTime={closed}>{formatTime(closed, timeZone)}</time>
        {' · server '}
        {trade.opened_server.slice(11, 16)}
      </span>
    </li>
  );
}
