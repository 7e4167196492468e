import { hasResult, type Trade } from '@quorate/contract/trades';
import { formatPrice } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';
import { TradeLine } from '@quorate/ui/trade-cells';
import { DrawnInTurn } from '../../ui/drawn-in-turn.tsx';
import { DecisionLink } from './decision-link.tsx';
import { TradeStatus } from './trade-status.tsx';
import { ACCOUNT_WORDS, type TradesView, tradeKey } from './trade-words.ts';

/** More rows than this are drawn only as far as somebody scrolls. */
const DRAWN_ROWS_MAX = 100;

/** The table's figures for narrow screens, one trade below the other. */
export function TradeList({ trades, timeZone, onOpen }: TradesView) {
  const list = (
    <ul aria-label={`Trade history, times in ${timeZone}`} className="border-t border-line">
      {trades.map((trade) => (
        <li
          key={tradeKey(trade)}
          className="border-b border-line py-2 text-small drawn-when-near [--height-guess:3.5rem]"
        >
          <TradeLines trade={trade} timeZone={timeZone} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
  return trades.length > DRAWN_ROWS_MAX ? list : <DrawnInTurn>{list}</DrawnInTurn>;
}

type TradeLinesProps = { trade: Trade; timeZone: string; onOpen: (decisionId: string) => void };

function TradeLines({ trade, timeZone, onOpen }: TradeLinesProps) {
  return (
    <>
      <TradeLine
        {...trade}
        type={trade.trade_type}
        profit={hasResult(trade) ? trade.profit : null}
      />
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 text-tiny text-muted">
        <DecisionLink trade={trade} onOpen={onOpen}>
          <time dateTime={trade.trade_time}>{formatTime(trade.trade_time, timeZone)}</time>
        </DecisionLink>
        <div>
          <span className="figures">{formatPrice(trade.price, trade.digits)}</span> ·{' '}
          {ACCOUNT_WORDS[trade.account_type]} · <TradeStatus trade={trade} timeZone={timeZone} />
        </div>
      </div>
    </>
  );
}
