import type { Trade } from '@quorate/contract/trades';
import { formatMoney, formatPrice, formatVolume } from '../../lib/format.ts';
import { formatTime } from '../../lib/time-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { toneOf } from '../../ui/stat.tsx';
import { DecisionLink } from './decision-link.tsx';
import { RESULT_TEXT } from './trade-row.tsx';
import { ACCOUNT_WORDS, type TradesView, tradeKey } from './trade-words.ts';

/** The table's figures for narrow screens, one trade below the other. */
export function TradeList({ trades, timeZone, onOpen }: TradesView) {
  return (
    <ul aria-label={`Trade history, times in ${timeZone}`} className="border-t border-line">
      {trades.map((trade) => (
        // Rows out of sight are not laid out before they are scrolled to.
        <li
          key={tradeKey(trade)}
          className="border-b border-line py-2 text-small [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]"
        >
          <TradeLines trade={trade} timeZone={timeZone} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

type TradeLinesProps = { trade: Trade; timeZone: string; onOpen: (decisionId: string) => void };

function TradeLines({ trade, timeZone, onOpen }: TradeLinesProps) {
  return (
    <>
      {/* Of a fixed height: a face that arrives late moves no row. */}
      <div className="flex h-6 items-center justify-between gap-3">
        <span className="figures flex items-baseline gap-[1ch] text-[0.875rem]">
          <span className="font-medium">{trade.symbol}</span>
          <span className="text-tiny font-semibold">{trade.trade_type}</span>
          <span>{formatVolume(trade.volume)}</span>
        </span>
        <span
          className={classNames(
            'figures text-[0.9063rem] font-medium',
            RESULT_TEXT[toneOf(trade.profit)],
          )}
        >
          {formatMoney(trade.profit, trade.currency, 'always')}
        </span>
      </div>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 text-tiny text-muted">
        <DecisionLink trade={trade} onOpen={onOpen}>
          <time dateTime={trade.trade_time}>{formatTime(trade.trade_time, timeZone)}</time>
        </DecisionLink>
        <span>
          <span className="figures">{formatPrice(trade.price, trade.digits)}</span> ·{' '}
          {ACCOUNT_WORDS[trade.account_type]} · {trade.status}
        </span>
      </div>
    </>
  );
}
