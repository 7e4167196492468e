import { hasResult, type Trade } from '@quorate/contract/trades';
import { classNames } from '@quorate/ui/class-names';
import { Cell } from '@quorate/ui/table';
import { formatTime } from '@quorate/ui/time-format';
import { TradeCells } from '@quorate/ui/trade-cells';
import { DecisionLink } from './decision-link.tsx';
import { TradeStatus } from './trade-status.tsx';
import { ACCOUNT_WORDS } from './trade-words.ts';

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
      <TradeCells
        {...trade}
        type={trade.trade_type}
        profit={hasResult(trade) ? trade.profit : null}
      />
      <Cell className="pl-8">{ACCOUNT_WORDS[trade.account_type]}</Cell>
      <Cell className="text-tiny whitespace-nowrap text-muted">
        <TradeStatus trade={trade} timeZone={timeZone} />
      </Cell>
    </tr>
  );
}
