import { formatPrice } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';
import { TradeLine } from '@quorate/ui/trade-cells';
import { SyncedMark } from './synced-mark.tsx';
import { ACCOUNT_WORDS, type TradesView, tradeKey } from './trade-words.ts';

/** The table's figures for narrow windows, one trade below the other. */
export function TradeCards({ trades, timeZone }: TradesView) {
  return (
    <ul aria-label={`Trades, times in ${timeZone}`} className="border-t border-line">
      {trades.map((trade) => (
        <li key={tradeKey(trade)} className="border-b border-line py-2.5 text-small">
          <TradeLine {...trade} />
          <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-3 text-tiny text-muted">
            <time dateTime={trade.opened_at}>{formatTime(trade.opened_at, timeZone)}</time>
            <span>
              <span className="figures">{formatPrice(trade.price, trade.digits)}</span> ·{' '}
              {ACCOUNT_WORDS[trade.account_type]} ·{' '}
              <span className={trade.status === 'OPEN' ? 'font-medium text-brand' : undefined}>
                {trade.status}
              </span>
            </span>
          </div>
          <SyncedMark synced={trade.synced} />
        </li>
      ))}
    </ul>
  );
}
