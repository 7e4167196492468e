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
        <li key={tradeKey(trade)} className="border-b border-line py-3 text-small">
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
      <div className="flex items-baseline justify-between gap-3">
        <span className="figures text-[0.875rem]">
          <span className="font-medium">{trade.symbol}</span>{' '}
          <span className="text-tiny font-semibold">{trade.trade_type}</span>{' '}
          {formatVolume(trade.volume)}
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
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 text-tiny text-muted">
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
