import type { ShownTrade } from '@quorate/bot/live/shown-journal';
import { classNames } from '@quorate/ui/class-names';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { formatTime } from '@quorate/ui/time-format';
import { TradeCells } from '@quorate/ui/trade-cells';
import { SyncedMark } from './synced-mark.tsx';
import { ACCOUNT_WORDS, type TradesView, tradeKey } from './trade-words.ts';

export function TradeTable({ trades, timeZone }: TradesView) {
  return (
    <Table
      caption={`Trades, times in ${timeZone}`}
      captionHidden
      head={
        <>
          <HeadCell className="pl-0">Time</HeadCell>
          <HeadCell>Symbol</HeadCell>
          <HeadCell>Type</HeadCell>
          <HeadCell end>Volume</HeadCell>
          <HeadCell end>Price</HeadCell>
          <HeadCell end>P&L</HeadCell>
          <HeadCell className="whitespace-nowrap pl-6">Account type</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell className="pr-0">Service</HeadCell>
        </>
      }
    >
      {trades.map((trade) => (
        <TradeRow key={tradeKey(trade)} trade={trade} timeZone={timeZone} />
      ))}
    </Table>
  );
}

function TradeRow({ trade, timeZone }: { trade: ShownTrade; timeZone: string }) {
  return (
    <tr className="h-11 border-b border-line">
      <Cell figures className="whitespace-nowrap pl-0">
        <time dateTime={trade.opened_at}>{formatTime(trade.opened_at, timeZone)}</time>
      </Cell>
      <TradeCells {...trade} />
      <Cell className="pl-6">{ACCOUNT_WORDS[trade.account_type]}</Cell>
      <Cell
        className={classNames(
          'text-tiny',
          trade.status === 'OPEN' ? 'font-medium text-brand' : 'text-muted',
        )}
      >
        {trade.status}
      </Cell>
      <Cell className="pr-0">
        <SyncedMark synced={trade.synced} />
      </Cell>
    </tr>
  );
}
