import type { Trade } from '@quorate/contract/trades';
import { formatMoney, formatPrice, formatVolume } from '../../lib/format.ts';
import { formatTime } from '../../lib/time-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { toneOf } from '../../ui/stat.tsx';
import { Cell } from '../../ui/table.tsx';
import { DecisionLink } from './decision-link.tsx';
import { ACCOUNT_WORDS } from './trade-words.ts';

export const RESULT_TEXT = { plain: '', gain: 'text-gain', loss: 'text-loss' } as const;

type TradeRowProps = { trade: Trade; timeZone: string; onOpen: (decisionId: string) => void };

export function TradeRow({ trade, timeZone, onOpen }: TradeRowProps) {
  const { decision_id: decisionId } = trade;
  const time = formatTime(trade.trade_time, timeZone);
  return (
    // The row is a larger target for the pointer; the button in it is what the keyboard reaches.
    <tr
      onClick={decisionId === null ? undefined : () => onOpen(decisionId)}
      className={classNames(
        'h-11 border-b border-line',
        decisionId !== null && 'cursor-pointer hover:bg-sunk/70',
      )}
    >
      <Cell figures className="whitespace-nowrap">
        <DecisionLink trade={trade} onOpen={onOpen}>
          <time dateTime={trade.trade_time} title={trade.trade_time}>
            {time}
          </time>
        </DecisionLink>
      </Cell>
      <Cell figures className="font-medium">
        {trade.symbol}
      </Cell>
      <Cell figures className="font-semibold">
        {trade.trade_type}
      </Cell>
      <Cell end figures>
        {formatVolume(trade.volume)}
      </Cell>
      <Cell end figures>
        {formatPrice(trade.price, trade.digits)}
      </Cell>
      <Cell end figures className={classNames('font-medium', RESULT_TEXT[toneOf(trade.profit)])}>
        {formatMoney(trade.profit, trade.currency, 'always')}
      </Cell>
      <Cell className="pl-8">{ACCOUNT_WORDS[trade.account_type]}</Cell>
      <Cell className="text-tiny text-muted">{trade.status}</Cell>
    </tr>
  );
}
